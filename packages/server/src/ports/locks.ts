/** A lock that somebody holds on a key. */
export interface Lock {
  /** Aborted once somebody else takes the key over. */
  signal: AbortSignal
  release(): void
}

/** One holder of a key at a time. */
export interface LocksPort {
  /** The newest wins: aborts whoever holds the key and resolves once it is released. */
  takeOver(key: string): Promise<Lock>
  /** Undefined where somebody holds the key, who isn't disturbed. */
  tryAcquire(key: string): Lock | undefined
  /** Resolves once nobody holds the key. */
  whenFree(key: string): Promise<void>
}
