import * as z from 'zod'
import { machine } from '../kernel/machine.ts'

/** Days for which a job that has ended is kept, with what became of its titles. */
export const KEPT_DAYS = 30

export const TitleJobStatus = z.enum(['Running', 'Done', 'Cancelled'])
export type TitleJobStatus = z.infer<typeof TitleJobStatus>

/** A job on titles runs from its making on. Cancelled, by a person or as nobody may go on with it, what is done stays. */
export const titleJobStatus = machine<TitleJobStatus, 'finish' | 'cancel' | 'giveUp'>({
  Running: { finish: 'Done', cancel: 'Cancelled', giveUp: 'Cancelled' },
  Done: {},
  Cancelled: {},
})
