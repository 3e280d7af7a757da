import * as z from 'zod'
import { machine } from '../kernel/machine.ts'

export const PublishingStatus = z.enum(['Running', 'Done', 'Stopped'])
export type PublishingStatus = z.infer<typeof PublishingStatus>

/** E-12: a publishing job runs from its making on. Stopped, as nobody may go on with it, what is done stays. */
export const publishingStatus = machine<PublishingStatus, 'finish' | 'giveUp'>({
  Running: { finish: 'Done', giveUp: 'Stopped' },
  Done: {},
  Stopped: {},
})
