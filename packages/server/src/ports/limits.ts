/** Counts tries by key. */
export interface LimitPort {
  /** Uses up one try; gives the seconds to wait where none was left. */
  take(key: string): Promise<number | undefined>
  /** The last try doesn't count. */
  giveBack(key: string): Promise<void>
  /** Gives all tries back. */
  reset(key: string): Promise<void>
}
