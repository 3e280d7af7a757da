import { type SiteOf, site } from '@kinora/core'
import { useState } from 'react'
import { useReorder } from '../kernel/use-reorder.ts'
import { useRowMoves } from '../kernel/use-row-moves.ts'
import { useWrite } from '../kernel/use-write.ts'
import type { RowMoves } from '../ui/table/row-handle.tsx'
import { useSiteTexts } from './texts.ts'

type CustomLink = SiteOf<'custom'>

export interface LinkOrder {
  rows: readonly CustomLink[]
  movesOf(tag: string): RowMoves
  /** What the last move came to, for those who listen. */
  said: string
}

/** SITE-10: the order of the custom links, by drag, menu and key. */
export function useLinkOrder(stored: readonly CustomLink[], tenantId: string): LinkOrder {
  const { text } = useSiteTexts()
  const [said, say] = useState('')
  const reorder = useWrite(site.reorder, { success: text('ui.links.reordered') })
  const order = useReorder(
    stored.map(({ tag }) => tag),
    async tags => (await reorder.send({ tenantId, tags: [...tags] })).kind === 'done',
  )
  const byTag = new Map(stored.map(link => [link.tag, link]))
  const movesOf = useRowMoves(order, {
    tell: (tag, place) =>
      say(
        text('ui.links.moved', {
          name: byTag.get(tag)?.linkText ?? '',
          place: place + 1,
          count: stored.length,
        }),
      ),
  })
  return { rows: order.ids.map(tag => byTag.get(tag)!), movesOf, said }
}
