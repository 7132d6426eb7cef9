/** Tests that take many minutes on two cores run only when they are asked for. */
export const isLong = process.env.HOPSCOPE_LONG === '1';

/** @param what  completes "HOPSCOPE_LONG=1 …": what was not run, said once where it is left out */
export const sayIfShort = (what: string): void => {
  if (!isLong) console.info(`not run: HOPSCOPE_LONG=1 ${what}`);
};
