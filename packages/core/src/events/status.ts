import { machine } from '../kernel/machine.ts'
import type { EventState } from './schema.ts'

/** E-7: Saved until it is activated for the first time (C-78). */
export const eventState = machine<EventState, 'activate' | 'deactivate'>({
  Saved: { activate: 'Active' },
  Inactive: { activate: 'Active' },
  Active: { deactivate: 'Inactive' },
})

/** C-78: the state of what is stored as two flags. */
export const toEventState = ({ active, activatedOnce }: { active: boolean; activatedOnce: boolean }) =>
  active ? 'Active' : activatedOnce ? 'Inactive' : 'Saved'
