import { Circle, CircleCheck, CircleMinus } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useLink } from '../frame/link.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'

export interface ChecklistItem {
  id: string
  label: string
  done: boolean
  /** Not asked for. */
  off?: boolean
  /** The id of the field to fix; the item is then a link that moves the focus there. */
  fieldId?: string
  /** The page on which it is done; the item is then a link to it, done or not. */
  href?: string | undefined
  hint?: string | undefined
}

export interface ChecklistProps {
  title: ReactNode
  items: readonly ChecklistItem[]
  /** "4 of 7" */
  countText?: string
  doneText: string
  missingText: string
  offText?: string
  /** Called before the jump: to open the tab with the field. */
  onGo?: (item: ChecklistItem) => void
  className?: string
}

/** What is there and what is missing; each missing thing leads to its field. */
export function Checklist({
  title,
  items,
  countText,
  doneText,
  missingText,
  offText = missingText,
  onGo,
  className,
}: ChecklistProps) {
  return (
    <section className={classes('kn-checklist', className)}>
      <h3 className="kn-checklist-head">
        <span>{title}</span>
        {countText ? <span className="kn-checklist-count">{countText}</span> : null}
      </h3>
      <ul>
        {items.map(item => (
          <li key={item.id}>
            <Item
              item={item}
              stateText={item.done ? doneText : item.off ? offText : missingText}
              onGo={onGo}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Item({
  item,
  stateText,
  onGo,
}: {
  item: ChecklistItem
  stateText: string
  onGo?: ChecklistProps['onGo']
}) {
  const Link = useLink()
  // What is off says so for everyone, unless there is more to say of it.
  const hint = item.hint ?? (item.off ? stateText : undefined)
  const isSeen = hint === stateText
  const words = (
    <>
      {item.done ? (
        <CircleCheck size={16} aria-hidden="true" />
      ) : item.off ? (
        <CircleMinus size={16} aria-hidden="true" />
      ) : (
        <Circle size={16} aria-hidden="true" />
      )}
      <span>
        {item.label}
        {isSeen ? null : <VisuallyHidden> {stateText}</VisuallyHidden>}
      </span>
      {hint ? <span className="kn-checklist-hint">{hint}</span> : null}
    </>
  )
  if (item.href !== undefined)
    return (
      <Link className="kn-checklist-item" data-done={item.done ? '' : undefined} href={item.href}>
        {words}
      </Link>
    )
  if (item.done || !item.fieldId) {
    return (
      <span className="kn-checklist-item" data-done={item.done ? '' : undefined}>
        {words}
      </span>
    )
  }
  const field = item.fieldId
  return (
    <a
      className="kn-checklist-item"
      href={`#${field}`}
      onClick={event => {
        event.preventDefault()
        onGo?.(item)
        requestAnimationFrame(() => focusField(field))
      }}
    >
      {words}
    </a>
  )
}

/** Moves the focus to a field by its id and brings it into view. */
export function focusField(id: string): void {
  const field = document.getElementById(id)
  field?.focus()
  field?.scrollIntoView({ block: 'center' })
}
