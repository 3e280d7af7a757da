import type { Deps } from './deps.ts'

/** Starts the background work of every noun; one line each. */
export async function startWorkers(_deps: Deps): Promise<void> {}
