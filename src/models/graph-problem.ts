/** What onnxruntime says of a graph it cannot open or run, in the words of the person who brought the model. Pure. */
import { HopscopeError } from '../domain/outcome';

interface Known {
  says: RegExp;
  reason: string;
  /** The model may be right and this browser, at this moment, at its limit. */
  passing?: true;
}

const KNOWN: readonly Known[] = [
  {
    says: /out of memory|\bOOM\b|bad_alloc|allocation failed|failed to allocate/i,
    reason: 'there is not enough memory for it now: close other tabs, then try again.',
    passing: true,
  },
  {
    says: /backend|dynamically imported|failed to fetch|networkerror|importing a module/i,
    reason:
      'the part of this app that runs models could not be loaded: check the connection, then try again.',
    passing: true,
  },
  {
    says: /external data|externaldata|module\.mountedfiles/i,
    reason: 'its weights stand in a second file (.onnx_data) that is missing: drop the whole folder.',
  },
  {
    says: /protobuf parsing failed|no graph was found|invalid_protobuf|invalid model/i,
    reason: 'its .onnx file is damaged, cut short or not a graph at all: download it again.',
  },
  {
    says: /ir.?version|opset/i,
    reason: 'its graph was written for a newer or other version of ONNX than this app runs: export it again.',
  },
  {
    says: /not implemented|could not find an implementation|not a registered function|no op registered/i,
    reason:
      'its graph has an operation that cannot be run in a browser: export it again, as plain fp32 or int8.',
  },
  {
    says: /out of data bounds/i,
    reason:
      'its tokenizer or its positions reach beyond the tables of its graph: files of two models may be mixed.',
  },
  {
    says: /invalid (rank|dimensions)|unexpected input data type|invalid input/i,
    reason: 'its graph takes inputs of another type or shape than rows of token ids.',
  },
];

/**
 * The runtime's own words stay as the detail. Not retryable: the files are at fault, and trying again changes nothing;
 * a failure that the runtime does not number (`ERROR_CODE`) is not held against the model.
 */
export const graphProblem = (error: unknown): HopscopeError => {
  if (error instanceof HopscopeError) return error;
  const said = error instanceof Error ? error.message : String(error);
  const known = KNOWN.find(({ says }) => says.test(said));
  const reason =
    known?.reason ??
    'its graph does not run here, and the runtime gives a reason that this app does not know.';
  return new HopscopeError('model', `This model cannot be used: ${reason}`, {
    detail: said,
    retryable: known === undefined ? !said.includes('ERROR_CODE') : known.passing === true,
    cause: error,
  });
};

/** What an open session says of its graph; `shape` has a name in the place of a size that is free. */
export interface GraphFacts {
  inputNames: readonly string[];
  outputNames: readonly string[];
  outputMetadata: readonly { name: string; isTensor: boolean; shape?: readonly (number | string)[] }[];
}

export interface WantedGraph {
  /** Inputs that can be given. */
  inputs: readonly string[];
  /** The output with the logits. */
  output: string;
  /** Classes that the settings name; 1: one logit. */
  classes: number;
}

const named = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ') || 'none';

/** Why a graph that can be opened is no sequence classifier with these settings; null: it is one, as far as it says. */
export const misfit = (
  { inputNames, outputNames, outputMetadata }: GraphFacts,
  { inputs, output, classes }: WantedGraph,
): string | null => {
  const foreign = inputNames.filter((name) => !inputs.includes(name));
  if (foreign.length > 0 || !inputNames.includes('input_ids')) {
    return `its graph takes the inputs ${named(inputNames)}; a text classifier takes ${named(inputs)}.`;
  }
  if (!outputNames.includes(output)) {
    return `its graph has no output "${output}", only ${named(outputNames)}.`;
  }
  const about = outputMetadata.find(({ name }) => name === output);
  if (about === undefined || !about.isTensor || about.shape === undefined) return null;
  const { shape } = about;
  if (shape.length > 2) {
    return `its output "${output}" is [${shape.join(', ')}]: an encoder gives that, a classifier gives one row of logits a pair.`;
  }
  const [given] = shape.slice(1);
  if (typeof given === 'number' && given !== classes) {
    return `its graph gives ${given} logit(s) a pair, and its config.json names ${classes} class(es).`;
  }
  return null;
};
