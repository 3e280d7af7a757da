import type { ReactNode, Ref } from 'react'

/** What stands in a place of a part: the host's own, or what it makes of ours. */
export type Slot = ReactNode | ((ours: ReactNode) => ReactNode)

/** What every ready-made part takes (docs/decisions/0186). `Place` names its places. */
export interface PartProps<Place extends string = never> {
  className?: string | undefined
  /** The outermost element. */
  rootRef?: Ref<HTMLDivElement> | undefined
  /** By place: a node in place of ours, or a function that is given ours. */
  slots?: { readonly [P in Place]?: Slot } | undefined
  /** Classes beside ours, by place. */
  classNames?: { readonly [P in Place]?: string } | undefined
}

/** What stands in a place. */
export function fill(slot: Slot | undefined, ours: ReactNode): ReactNode {
  if (slot === undefined) return ours
  return typeof slot === 'function' ? slot(ours) : slot
}

/** How a part tells where it is (`data-state`). */
export type PartState = 'loading' | 'empty' | 'failed' | 'ready'

/** What the outermost element of a part is marked with, for a host's own CSS and tests. */
export const partMarks = (part: string, state: PartState) => ({ 'data-kn-part': part, 'data-state': state })
