import { type Collection, collections } from '@kinora/core'
import { useCallback, useState } from 'react'
import { useWrite } from '../kernel/use-write.ts'
import { useToasts } from '../ui/overlay/toast-region.tsx'
import { useCollectionTexts } from './texts.ts'

export type Highlight = 'isFeaturedCollection' | 'isClassOfDayCollection'

const words = {
  isFeaturedCollection: ['ui.collections.featured', 'ui.collections.notFeatured'],
  isClassOfDayCollection: ['ui.collections.isClassOfDay', 'ui.collections.notClassOfDay'],
} as const

export interface Highlights {
  /** As it is shown: as stored, or as somebody has just chosen and the server hasn't refused. */
  isOn(row: Collection, which: Highlight): boolean
  set(row: Collection, which: Highlight, on: boolean): void
}

/** COLL-07: takes effect at once; the former one gives it up. */
export function useHighlights(tenantId: string): Highlights {
  const { text } = useCollectionTexts()
  const [wanted, setWanted] = useState<Partial<Record<Highlight, string | null>>>({})
  const toasts = useToasts()
  const { send } = useWrite(collections.highlight, { parallel: true })
  const isOn = useCallback(
    (row: Collection, which: Highlight) => {
      const chosen = wanted[which]
      return chosen === undefined ? row[which] : chosen === row.collectionTag
    },
    [wanted],
  )
  const set = useCallback(
    (row: Collection, which: Highlight, on: boolean) => {
      const chosen = on ? row.collectionTag : null
      setWanted(before => ({ ...before, [which]: chosen }))
      void send({ tenant: tenantId, tag: row.collectionTag, [which]: on }).then(({ kind }) => {
        setWanted(before => (before[which] === chosen ? { ...before, [which]: undefined } : before))
        if (kind === 'done')
          toasts.show({ text: text(words[which][on ? 0 : 1], { name: row.name }), tone: 'positive' })
      })
    },
    [send, tenantId, text, toasts],
  )
  return { isOn, set }
}
