import { toast } from '../components/toast';
import { download } from '../state/files';
import { pngBlob, svgText } from './export';

/** A picture to take away, as SVG and PNG. `name`: of the files, without extension. */
export function PictureTools(props: { name: string; svg: () => SVGSVGElement | undefined }) {
  const saveSvg = (): void => {
    const svg = props.svg();
    if (svg !== undefined) download(`${props.name}.svg`, svgText(svg), 'image/svg+xml');
  };
  const savePng = async (): Promise<void> => {
    const svg = props.svg();
    if (svg === undefined) return;
    try {
      download(`${props.name}.png`, await pngBlob(svg), 'image/png');
    } catch {
      toast('This browser could not draw the PNG; the SVG holds the same picture.');
    }
  };
  return (
    <>
      <button type="button" class="btn quiet tiny" onClick={saveSvg}>
        SVG
      </button>
      <button type="button" class="btn quiet tiny" onClick={() => void savePng()}>
        PNG
      </button>
    </>
  );
}
