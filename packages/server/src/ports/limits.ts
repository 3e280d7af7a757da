/** Counts tries by key. */
export interface LimitPort {
  /** Uses up one try; gives the seconds to wait where none was left. */
  take(key: string): Promise<number | undefined>
  /** Gives all tries back. */
  reset(key: string): Promise<void>
}
