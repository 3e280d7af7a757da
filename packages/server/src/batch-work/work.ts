import type { Mail } from '../ports/mail.ts'
import type { BatchKind, StoredBatch } from './tables.ts'

/** What is a kind's own about its batches; states, starts, stops, ends and their mails are shared (BULK-03, C-71). */
export interface BatchWork {
  kind: BatchKind
  /**
   * Brings the rows of a batch to their end, from where an earlier start left them. Throws `BatchFailure` where going on is
   * senseless; anything else is tried again.
   */
  run(batch: StoredBatch, signal: AbortSignal): Promise<'done' | 'stopped'>
  /** What is no longer needed once a batch has ended; a crash may leave it to others. */
  ended?(batch: StoredBatch): Promise<void>
  /** The mail that tells how a batch ended. */
  tell(batch: StoredBatch): Promise<Pick<Mail, 'subject' | 'text'>>
}
