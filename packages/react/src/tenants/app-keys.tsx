import { tenants } from '@kinora/core'
import { useState } from 'react'
import { CopyInput } from '../kernel/copy-input.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useTenantTexts } from './texts.ts'

/** TENANT-27: the keys of the tenant's own systems; a new pair is asked about, since the old one stops at once. */
export function AppKeysCard({ tenantID: id }: { tenantID: string }) {
  const { text, error } = useTenantTexts()
  const dates = useDates()
  const [asking, setAsking] = useState(false)
  const read = useRead(tenants.keys, { id })
  const generate = useWrite(tenants.generateKeys, {
    invalidates: [tenants.keys],
    success: text('ui.tenants.keysDone'),
    // Where no dialog is open the toast says it.
    failure: asking ? saidByCaller : error,
  })
  const keys = read.data?.keys
  const run = async () => {
    const { kind } = await generate.send({ id })
    if (kind === 'done') setAsking(false)
  }
  return (
    <Card
      title={text('ui.tenants.keys')}
      actions={
        <Button
          loading={generate.pending}
          onClick={() => (keys === null ? void run() : setAsking(true))}
          disabled={read.data === undefined}
        >
          {text(keys === null ? 'ui.tenants.keysGenerate' : 'ui.tenants.keysRegenerate')}
        </Button>
      }
    >
      {read.error !== null ? <p role="alert">{error(read.error)}</p> : null}
      {read.isPending ? <Skeleton width="60%" /> : null}
      {keys === null ? <p>{text('ui.tenants.keysNone')}</p> : null}
      {keys ? (
        <>
          <KeyField label={text('ui.tenants.accessKey')} value={keys.accessKey} />
          <KeyField label={text('ui.tenants.secretKey')} value={keys.secretKey} />
          <p className="kn-field-help">
            {keys.lastUsedDate === null
              ? text('ui.tenants.keysUnused')
              : text('ui.tenants.keysUsed', { moment: dates.moment(keys.lastUsedDate) })}
          </p>
        </>
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void run()}
        title={text('ui.tenants.keysAsk')}
        text={text('ui.tenants.keysAskText')}
        confirmLabel={text('ui.tenants.keysRegenerate')}
        cancelLabel={text('ui.cancel')}
        closeLabel={text('ui.close')}
        busy={generate.pending}
        error={generate.error === null ? undefined : error(generate.error)}
      />
    </Card>
  )
}

function KeyField({ label, value }: { label: string; value: string }) {
  const { text } = useTenantTexts()
  return (
    <Field label={label}>
      <CopyInput value={value} copyLabel={text('ui.tenants.copy', { name: label })} />
    </Field>
  )
}
