import { Columns3 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { LazyMount } from '../lazy-mount.tsx'
import { lazyPart } from '../lazy-part.tsx'
import type { ColumnModel } from './use-data-table.ts'

export interface ColumnsMenuTexts {
  /** "Columns" */
  label: string
  reset: string
  /** "Move Status up" */
  up: (name: string) => string
  down: (name: string) => string
  /** "Status moved to 2 of 7" */
  moved: (move: { name: string; place: number; count: number }) => string
  /** "Compact rows" */
  compact: string
  /** "Width of Status" */
  width: (name: string) => string
}

export interface ColumnsMenuProps {
  model: ColumnModel
  texts: ColumnsMenuTexts
}

const ColumnsPanel = lazyPart(async () => ({ default: (await import('./columns-panel.tsx')).ColumnsPanel }))

/** Which columns a table shows, and in which order. */
export function ColumnsMenu({ model, texts }: ColumnsMenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        size="compact"
        variant="quiet"
        icon={<Columns3 size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {texts.label}
      </Button>
      <LazyMount when={open} onCancel={() => setOpen(false)}>
        <ColumnsPanel
          model={model}
          texts={texts}
          anchor={button.current}
          open={open}
          onClose={() => setOpen(false)}
        />
      </LazyMount>
    </>
  )
}
