/** Burns one core for the asked time and says how much it got done: what a core is worth at this moment. */
addEventListener('message', ({ data }: MessageEvent<number>) => {
  const end = performance.now() + data;
  let rounds = 0;
  let x = 1;
  while (performance.now() < end) {
    for (let i = 0; i < 10_000; i++) x = Math.imul(x, 1664525) + 1013904223;
    rounds++;
  }
  postMessage(rounds + (x === 0 ? 1 : 0));
});
