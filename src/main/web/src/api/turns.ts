/** Does something for each of them, so many at a time, and gives what came of it in their order; nothing is begun any more once `signal` says so. */
export async function inTurns<One, Done>(all: One[], atOnce: number, does: (one: One) => Promise<Done>, signal: AbortSignal): Promise<Done[]> {
  const done: Done[] = [];
  let next = 0;
  const goOn = async (): Promise<void> => {
    while (next < all.length) {
      signal.throwIfAborted();
      const at = next++;
      done[at] = await does(all[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, goOn));
  return done;
}
