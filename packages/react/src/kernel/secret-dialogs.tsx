import type { Endpoint, Input, Output } from '@kinora/core'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { CopyInput } from './copy-input.tsx'
import { useFormTexts } from './form-texts.ts'
import { handledByCaller, useWrite } from './use-write.ts'

interface SecretDialogProps {
  title: string
  /** That it is shown this once. */
  once: string
  label: string
  help?: string
  secret: string
  copyLabel: string
  keptLabel: string
  onClose: () => void
}

/** KEY-01, HOOK-02: the one time that a secret is shown. */
export function SecretDialog({
  title,
  once,
  secret,
  copyLabel,
  keptLabel,
  onClose,
  ...field
}: SecretDialogProps) {
  const { text } = useFormTexts()
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={text('ui.close')}>
      <div className="kn-dialog-form">
        <Banner tone="warning">{once}</Banner>
        <Field {...field}>
          <CopyInput value={secret} copyLabel={copyLabel} />
        </Field>
        <div className="kn-dialog-form-actions">
          <Button variant="primary" onClick={onClose}>
            {keptLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface RotateDialogProps<E extends Endpoint> {
  title: string
  about: string
  /** Offers to let the old one work for a while. */
  keepLabel: string
  keepsFirst: boolean
  act: string
  call: E
  toInput: (keepsOld: boolean) => Input<E>
  onMade: (made: Output<E>) => void
  onClose: () => void
}

/** KEY-01, HOOK-04: asked about, since the old secret ends at once unless it is let work for a time. */
export function RotateDialog<E extends Endpoint>(props: RotateDialogProps<E>) {
  const { title, about, keepLabel, keepsFirst, act, call, toInput, onMade, onClose } = props
  const { text, error } = useFormTexts()
  const [keepsOld, setKeepsOld] = useState(keepsFirst)
  const rotate = useWrite(call, { failure: handledByCaller })
  const run = async () => {
    const result = await rotate.send(toInput(keepsOld))
    if (result.kind === 'done') onMade(result.output)
  }
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={text('ui.close')}>
      <div className="kn-dialog-form">
        <p>{about}</p>
        <Checkbox
          label={keepLabel}
          checked={keepsOld}
          onChange={event => setKeepsOld(event.target.checked)}
        />
        {rotate.error === null ? null : <Banner tone="negative">{error(rotate.error)}</Banner>}
        <div className="kn-dialog-form-actions">
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          <Button variant="primary" loading={rotate.isPending} onClick={() => void run()}>
            {act}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
