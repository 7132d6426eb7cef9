/** English function and question words: what a keyword query leaves out. Other languages keep all their words. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also an and any are as at be because been before being between both but by can could did do does
  during each else ever for from had has have he her here hers him his how i if in into is it its itself just many me
  more most much my no nor not of off on once one only or other our out over own same she should so some such than that
  the their theirs them then there these they this those through to too under until up upon us very was we were what
  when where whether which while who whom whose why will with within without would you your`.split(/\s+/),
);
