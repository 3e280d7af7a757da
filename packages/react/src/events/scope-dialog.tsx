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
  const { text, issue } = useEventTexts()
  const [scope, setScope] = useState(() => scopes.find(one => refusals[one] === undefined) ?? 'this')
  const help = { this: undefined, later: text('ui.events.scope.laterHelp'), all } as const
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
      <Field label={words} group>
        <RadioGroup
          value={scope}
          onChange={setScope}
          options={scopes.map(value => {
            const refusal = refusals[value]
            return {
              value,
              label: text(`ui.events.scope.${value}`),
              disabled: refusal !== undefined,
              help: refusal === undefined ? help[value] : issue(refusal),
            }
          })}
        />
      </Field>
    </Dialog>
  )
}
