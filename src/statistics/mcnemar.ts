/** ln n! for small n by summation, kept; n is a number of discordant pairs. */
const logFactorials: number[] = [0];
const logFactorial = (n: number): number => {
  for (let i = logFactorials.length; i <= n; i += 1)
    logFactorials.push((logFactorials[i - 1] ?? 0) + Math.log(i));
  return logFactorials[n] ?? 0;
};

/** P(X = x) for X binomial with n trials at one half. */
const halves = (x: number, n: number): number =>
  Math.exp(logFactorial(n) - logFactorial(x) - logFactorial(n - x) - n * Math.LN2);

/**
 * McNemar's test on discordant pairs, two-sided: exact conditional (binomial) and mid-p (Fagerland, Lydersen and Laake
 * 2013). `b` and `c`: pairs in which only the first, only the second is true. Null without any.
 */
export const mcnemar = (b: number, c: number): { exact: number; mid: number } | null => {
  const n = b + c;
  if (n === 0) return null;
  const least = Math.min(b, c);
  let tail = 0;
  for (let x = 0; x <= least; x += 1) tail += halves(x, n);
  const point = halves(least, n);
  if (b === c) return { exact: 1, mid: 1 - point / 2 };
  return { exact: Math.min(1, 2 * tail), mid: Math.min(1, 2 * tail - point) };
};
