import { LayoutGrid, List } from 'lucide-react'
import { Segments } from '../ui/segments.tsx'
import { useCollectionTexts } from './texts.ts'

/** The ways to show collections and their classes; cards unless somebody has chosen. */
export const layouts = ['cards', 'list'] as const
type Layout = (typeof layouts)[number]
const icons = { cards: LayoutGrid, list: List } as const

export function LayoutSwitch({ layout, onChange }: { layout: Layout; onChange: (layout: Layout) => void }) {
  const { text } = useCollectionTexts()
  const items = layouts.map(id => {
    const Icon = icons[id]
    return { id, label: text(`ui.layout.${id}`), icon: <Icon size={16} aria-hidden="true" /> }
  })
  return <Segments label={text('ui.layout')} items={items} selected={layout} onSelect={onChange} />
}
