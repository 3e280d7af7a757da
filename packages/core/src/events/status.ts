import type { EventState } from './schema.ts'

/** E-7, C-78: the state of what is stored as two flags; Saved until it is active for the first time. */
export const toEventState = ({
  active,
  activatedOnce,
}: {
  active: boolean
  activatedOnce: boolean
}): EventState => (active ? 'Active' : activatedOnce ? 'Inactive' : 'Saved')
