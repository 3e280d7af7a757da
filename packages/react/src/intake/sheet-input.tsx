import { type KeyboardEvent, useId, useRef } from 'react'
import type { GridChoice } from './sheet-grid.tsx'

/** With what the editing of a cell begins: its text, or the key that was typed over it. */
export interface Beginning {
  text: string
  isTyped: boolean
}

/** Where to go on: the row beneath, the same cell, or the cell after or before it. */
export type Step = 'down' | 'stay' | 1 | -1

interface SheetInputProps {
  label: string
  beginning: Beginning
  choices: readonly GridChoice[]
  isLong?: boolean | undefined
  /** What was entered, or nothing where it was left as it was; and where to go on. */
  onEnd: (text: string | undefined, step?: Step) => void
}

/** The field of a cell that is edited. Enter and Tab take what was entered, as leaving does; Escape leaves it. */
export function SheetInput({ label, beginning, choices, isLong, onEnd }: SheetInputProps) {
  const listId = useId()
  const isChanged = useRef(beginning.isTyped)
  const isEnded = useRef(false)
  const begin = (field: HTMLInputElement | HTMLTextAreaElement | null) => {
    if (field === null || field.dataset.begun !== undefined) return
    field.dataset.begun = ''
    field.focus()
    if (!beginning.isTyped) field.select()
    else field.setSelectionRange(field.value.length, field.value.length)
  }
  const end = (value: string | undefined, step?: Step) => {
    if (isEnded.current) return
    isEnded.current = true
    // A field of one line loses line breaks: what nobody has changed isn’t taken from it.
    onEnd(isChanged.current ? value : undefined, step)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const { key, shiftKey, altKey, currentTarget, nativeEvent } = event
    event.stopPropagation()
    if (nativeEvent.isComposing) return
    const isLineBreak = isLong === true && (shiftKey || altKey)
    if (key === 'Enter' && !isLineBreak) end(currentTarget.value, 'down')
    else if (key === 'Tab') end(currentTarget.value, shiftKey ? -1 : 1)
    else if (key === 'Escape') {
      isChanged.current = false
      end(undefined, 'stay')
    } else return
    event.preventDefault()
  }
  const shared = {
    ref: begin,
    className: 'kn-sheet-input',
    'aria-label': label,
    defaultValue: beginning.text,
    autoComplete: 'off',
    onChange: () => {
      isChanged.current = true
    },
    onKeyDown,
    onBlur: (event: { currentTarget: { value: string } }) => end(event.currentTarget.value),
    // A paste into the field is not one into the grid.
    onPaste: (event: { stopPropagation(): void }) => event.stopPropagation(),
    onCopy: (event: { stopPropagation(): void }) => event.stopPropagation(),
  }
  if (isLong) return <textarea {...shared} rows={1} />
  return (
    <>
      <input type="text" {...shared} list={choices.length > 0 ? listId : undefined} />
      {choices.length > 0 ? (
        <datalist id={listId}>
          {choices.map(({ value, label: words }) => (
            <option key={value} value={value} label={words} />
          ))}
        </datalist>
      ) : null}
    </>
  )
}
