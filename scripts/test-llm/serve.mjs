import { createEndpoint, MODEL } from './endpoint.mjs';
import { readLabelled } from './labelled.mjs';
import { listen } from './listen.mjs';
import { BadOption, readServeOptions, USAGE } from './options.mjs';

try {
  const options = readServeOptions(process.argv.slice(2));
  if (options.help) console.log(USAGE);
  else {
    const questions = readLabelled(options.questions);
    const { url } = await listen(createEndpoint({ ...options, questions }), options.port);
    console.log(
      `A scripted model (not a language model) plays "${options.personality}" for ${questions.length} questions.\nAddress: ${url}\nModel:   ${MODEL}\nKey:     ${options.key === null ? 'none' : 'as given'}\nEnd it with Ctrl+C.`,
    );
  }
} catch (error) {
  if (!(error instanceof BadOption)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
