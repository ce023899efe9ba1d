/** Something told to the service that nobody waits for: what it answers sets nothing off, and what is lost is told again. */
export async function post(path: string, body: unknown): Promise<void> {
  await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).catch(() => {});
}
