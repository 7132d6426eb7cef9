import { ClassifierPanel } from './classifier-panel';
import { EgressPanel } from './egress-panel';
import { ModelPanel } from './model-panel';
import { ModelsPanel } from './models-panel';
import { StoragePanel } from './storage-panel';
import { ThemePanel } from './theme-panel';

const Settings = () => (
  <main>
    <h1 class="title">Settings</h1>
    <div class="grid">
      <ModelPanel />
      <EgressPanel />
      <ModelsPanel />
      <ClassifierPanel />
      <StoragePanel />
      <ThemePanel />
    </div>
  </main>
);

export default Settings;
