import { Upload } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { ownThenField, useFieldControl } from './field.tsx'
import { canPickHandles, filesOf, type PickedFile, pickFiles } from './picked-files.ts'

export interface FileDropProps {
  /** Every file chosen, dropped or pasted, with its handle where the browser has one; what is allowed the caller checks and explains. */
  onFiles: (files: PickedFile[]) => void
  /** "Drop videos here or paste them" */
  title: ReactNode
  /** Which kinds, how large. */
  hint?: ReactNode
  /** The button opens the file chooser. */
  buttonLabel: string
  accept?: string
  multiple?: boolean
  disabled?: boolean
  look?: 'normal' | 'compact'
  icon?: ReactNode
  id?: string
  className?: string
}

/** A place for files: drop, paste or choose; the button makes it work by keyboard alone, and keeps the focus while disabled. */
export function FileDrop(props: FileDropProps) {
  const { title, hint, look = 'normal', disabled, icon, className } = props
  const field = useFieldControl()
  const zone = useDropZone(props)
  return (
    <section
      {...zone.events}
      className={classes('kn-drop', className)}
      data-look={look}
      data-over={zone.over ? '' : undefined}
      data-invalid={field.invalid ? '' : undefined}
      data-disabled={disabled ? '' : undefined}
    >
      <span className="kn-drop-icon">{icon ?? <Upload size={20} aria-hidden="true" />}</span>
      <div className="kn-drop-words">
        <p className="kn-drop-title">{title}</p>
        {hint ? <p className="kn-drop-hint">{hint}</p> : null}
      </div>
      <Chooser {...props} take={zone.take} />
    </section>
  )
}

function Chooser({ buttonLabel, accept, multiple, disabled, id, take }: FileDropProps & { take: Take }) {
  const field = useFieldControl()
  const { choose, input } = useFileChooser({ accept, multiple, disabled, onFiles: take })
  const own = id ?? field.id
  return (
    <>
      {input}
      <Button
        id={own}
        aria-labelledby={ownThenField(own, field.labelId)}
        aria-disabled={disabled || undefined}
        aria-describedby={field.describedBy}
        onClick={() => disabled || choose()}
      >
        {buttonLabel}
      </Button>
    </>
  )
}

type Take = (files: PickedFile[]) => void

function useDropZone({ onFiles, disabled }: FileDropProps) {
  const [depth, setDepth] = useState(0)
  const take: Take = files => {
    if (!disabled && files.length > 0) onFiles(files)
  }
  const events = {
    onDragEnter: (event: DragEvent) => {
      if (hasFiles(event)) setDepth(now => now + 1)
    },
    onDragLeave: () => setDepth(now => Math.max(0, now - 1)),
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDepth(0)
      void filesOf(event.dataTransfer).then(take)
    },
    onPaste: (event: ClipboardEvent) => void filesOf(event.clipboardData).then(take),
  }
  return { over: depth > 0 && !disabled, events, take }
}

function hasFiles(event: DragEvent): boolean {
  return [...event.dataTransfer.types].includes('Files')
}

interface FileChooserOptions {
  accept?: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: PickedFile[]) => void
}

/** The browser's file chooser: `choose` opens it from a click, `input` has to be rendered for browsers that know no handles. */
export function useFileChooser(options: FileChooserOptions): { choose(): void; input: ReactNode } {
  const { accept, multiple, disabled, onFiles } = options
  const element = useRef<HTMLInputElement>(null)
  const choosePlain = () => element.current?.click()
  const take = (files: PickedFile[]) => {
    if (files.length > 0) onFiles(files)
  }
  const input = (
    <input
      ref={element}
      type="file"
      hidden
      accept={accept}
      multiple={multiple}
      disabled={disabled}
      data-slot="file-input"
      onChange={event => {
        take([...(event.target.files ?? [])])
        event.target.value = ''
      }}
    />
  )
  const choose = () => {
    if (canPickHandles()) void pickFiles({ accept, multiple }).then(take, choosePlain)
    else choosePlain()
  }
  return { choose, input }
}
