/** Name and version as summaries, traces and reports carry them; a test holds the version to package.json. */
export const APP = { name: 'hopscope', version: '0.1.0' } as const;
