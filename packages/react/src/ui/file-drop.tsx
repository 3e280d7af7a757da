import { Upload } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { useFieldControl } from './field.tsx'

export interface FileDropProps {
  /** Every file chosen, dropped or pasted; what is allowed the caller checks and explains. */
  onFiles: (files: File[]) => void
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

/** A place for files: drop, paste or choose; the button makes it work by keyboard alone. */
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
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        data-slot="file-input"
        onChange={event => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <Button
        id={id ?? field.id}
        disabled={disabled}
        aria-describedby={field.describedBy}
        onClick={() => input.current?.click()}
      >
        {buttonLabel}
      </Button>
    </>
  )
}

type Take = (files: FileList | null | undefined) => void

function useDropZone({ onFiles, disabled }: FileDropProps) {
  const [depth, setDepth] = useState(0)
  const take: Take = files => {
    if (!disabled && files && files.length > 0) onFiles([...files])
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
      take(event.dataTransfer.files)
    },
    onPaste: (event: ClipboardEvent) => take(event.clipboardData.files),
  }
  return { over: depth > 0 && !disabled, events, take }
}

function hasFiles(event: DragEvent): boolean {
  return [...event.dataTransfer.types].includes('Files')
}
