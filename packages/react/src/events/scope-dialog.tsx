import type { Issue } from '@kinora/core'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useEventTexts } from './texts.ts'

/** What a change of a weekly event is about. */
export type SeriesScope = 'this' | 'later' | 'all'
const scopes: readonly SeriesScope[] = ['this', 'later', 'all']

/** Why one of them can’t be chosen; undefined where it can. */
export type Refusals = Readonly<Record<SeriesScope, Issue | undefined>>

interface ScopeDialogProps {
  /** What is about to happen, in a sentence. */
  words: string
  /** What happens to the whole series, beneath "All". */
  all?: string | undefined
  refusals: Refusals
  confirmLabel: string
  onChoose: (scope: SeriesScope) => void
  onClose: () => void
}

/** C-150: this class, this and later, or all; what isn’t possible says why. */
export function ScopeDialog({ words, all, refusals, confirmLabel, onChoose, onClose }: ScopeDialogProps) {
  const { text } = useEventTexts()
  const [scope, setScope] = useState(() => firstOpen(refusals))
  return (
    <Dialog
      open
      role="alertdialog"
      title={text('ui.events.scopeTitle')}
      closeLabel={text('ui.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          <Button variant="primary" disabled={refusals[scope] !== undefined} onClick={() => onChoose(scope)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <ScopeChoice words={words} all={all} refusals={refusals} value={scope} onChange={setScope} />
    </Dialog>
  )
}

/** The first of them that isn’t refused. */
export const firstOpen = (refusals: Refusals): SeriesScope =>
  scopes.find(one => refusals[one] === undefined) ?? 'this'

interface ScopeChoiceProps extends Pick<ScopeDialogProps, 'words' | 'all' | 'refusals'> {
  value: SeriesScope
  onChange: (scope: SeriesScope) => void
}

/** The three of them; each that isn’t possible says why. */
export function ScopeChoice({ words, all, refusals, value, onChange }: ScopeChoiceProps) {
  const { text, issue } = useEventTexts()
  const help = { this: undefined, later: text('ui.events.scope.laterHelp'), all } as const
  return (
    <Field label={words} group>
      <RadioGroup
        value={value}
        onChange={onChange}
        options={scopes.map(scope => {
          const refusal = refusals[scope]
          return {
            value: scope,
            label: text(`ui.events.scope.${scope}`),
            disabled: refusal !== undefined,
            help: refusal === undefined ? help[scope] : issue(refusal),
          }
        })}
      />
    </Field>
  )
}
