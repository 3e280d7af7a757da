import { type ReactNode, useRef, useState } from 'react'
import { collectionClasses } from '../class-chooser/class-source.ts'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import type { Classes } from './use-collection.ts'

const ClassPanel = lazyPart(async () => ({
  default: (await import('../class-chooser/class-panel.tsx')).ClassPanel,
}))

export interface ClassPanelModel {
  /** Beside the form; undefined while it is closed. */
  panel: ReactNode
  isOpen: boolean
  /** Opens it; the focus comes back to what opened it. */
  open(from: HTMLElement): void
  /** Where a class that is dragged would come, from 0. */
  place: number | undefined
  /** The tag of the class that was added last. */
  added: string | undefined
}

/** The panel that classes are added from, beside the form; `listId` is the element that they can be dragged into. */
export function useClassPanel(tenantId: string, classes: Classes, listId: string): ClassPanelModel {
  const opener = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [place, setPlace] = useState<number>()
  const [added, setAdded] = useState<string>()
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const panel = isOpen ? (
    <LazyBoundary fallback={<Skeleton height={320} />}>
      <ClassPanel
        tenantId={tenantId}
        source={collectionClasses}
        taken={classes.items.map(item => item.tag)}
        onAdd={async (title, at) => {
          if (await classes.add(title, at)) setAdded(title.tag)
        }}
        onClose={close}
        into={{ target: () => document.getElementById(listId), tell: setPlace }}
      />
    </LazyBoundary>
  ) : undefined
  const open = (from: HTMLElement) => {
    opener.current = from
    setOpen(true)
    // What is added appears there, also where the panel takes the lower half of the window.
    document.getElementById(listId)?.scrollIntoView({ block: 'start' })
  }
  return { panel, isOpen, open, place, added }
}
