import { GitCompareArrows } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button.tsx'

export interface FieldConflict {
  path: string
  label: string
  mine: ReactNode
  theirs: ReactNode
  /** "Saved by Mia Larsen, 3 May, 10:12" */
  note?: string | undefined
  /** Language and direction of both values. */
  lang?: string | undefined
  dir?: 'ltr' | 'rtl' | undefined
}

export interface ConflictTexts {
  title: string
  text: string
  mine: string
  theirs: string
  keepMine: string
  takeTheirs: string
}

export interface ConflictPanelProps {
  conflicts: readonly FieldConflict[]
  onChoose: (path: string, choice: 'mine' | 'theirs') => void
  /** Goes up when saving was tried before every conflict was decided: the panel takes the focus. */
  attempt: number
  texts: ConflictTexts
}

/** Fields that somebody else has saved while they were being changed here: both versions, one of which is chosen. */
export function ConflictPanel({ conflicts, onChoose, attempt, texts }: ConflictPanelProps) {
  const panel = useRef<HTMLElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const hasAny = conflicts.length > 0
  useEffect(() => {
    if (attempt > 0 && hasAny) panel.current?.focus()
  }, [attempt, hasAny])
  useEffect(() => {
    if (hasAny || form.current === null) return
    focusSave(form.current)
    form.current = null
  }, [hasAny])
  if (!hasAny) return null
  const choose: typeof onChoose = (path, choice) => {
    onChoose(path, choice)
    panel.current?.focus()
    form.current = panel.current?.closest('form') ?? null
  }
  return (
    <section ref={panel} data-problem tabIndex={-1} className="kn-conflicts" aria-label={texts.title}>
      <div role="status">
        <p className="kn-conflicts-title">
          <GitCompareArrows size={16} aria-hidden="true" />
          {texts.title}
        </p>
        <p>{texts.text}</p>
      </div>
      {conflicts.map(conflict => (
        <Choice key={conflict.path} conflict={conflict} texts={texts} onChoose={choose} />
      ))}
    </section>
  )
}

/** What comes after the last decision: Save, or the name of the page where nothing is left to save. */
function focusSave(form: HTMLFormElement): void {
  const save = form.querySelector<HTMLElement>('button[type="submit"]:enabled')
  ;(save ?? form.querySelector('h1'))?.focus()
}

function Choice({
  conflict,
  onChoose,
  texts,
}: Pick<ConflictPanelProps, 'onChoose' | 'texts'> & { conflict: FieldConflict }) {
  const { path, label, note, lang, dir } = conflict
  const side = (choice: 'mine' | 'theirs', head: string, button: string) => (
    <div className="kn-conflict-side">
      <p className="kn-conflict-head">{head}</p>
      <div className="kn-conflict-value" lang={lang} dir={dir ?? 'auto'}>
        {conflict[choice]}
      </div>
      <Button size="compact" aria-label={`${button}: ${label}`} onClick={() => onChoose(path, choice)}>
        {button}
      </Button>
    </div>
  )
  return (
    <fieldset className="kn-conflict">
      <legend>{label}</legend>
      {note ? <p className="kn-conflict-note">{note}</p> : null}
      <div className="kn-conflict-sides">
        {side('mine', texts.mine, texts.keepMine)}
        {side('theirs', texts.theirs, texts.takeTheirs)}
      </div>
    </fieldset>
  )
}
