import * as z from 'zod'

/** SESS-19, C-78: the badge has three words, the wire two; Saved is stored but was never active. */
export const ActiveState = z.enum(['Saved', 'Inactive', 'Active'])
export type ActiveState = z.infer<typeof ActiveState>

/** The word for what a row holds. */
export const toActiveState = ({
  active,
  activatedOnce,
}: {
  active: boolean
  activatedOnce: boolean
}): ActiveState => (active ? 'Active' : activatedOnce ? 'Inactive' : 'Saved')
