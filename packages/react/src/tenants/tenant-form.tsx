import { checkTenant, newTenant, Role, type TenantDraft, type TenantSettings, tenants } from '@kinora/core'
import { useState } from 'react'
import { CopyInput } from '../kernel/copy-input.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { useUser } from '../kernel/provider.tsx'
import { type FormPageProps, type OpenRowOf, RowForm } from '../kernel/row-form.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { DeleteTenant } from './delete-tenant.tsx'
import { FeatureCard, LanguageCard, MediaCard, NameCard } from './tenant-cards.tsx'
import { TenantReadiness } from './tenant-readiness.tsx'
import { type TenantTabHrefs, TenantTabs } from './tenant-tabs.tsx'
import { savedToast, useTenantTexts } from './texts.ts'

export interface TenantFormProps extends FormPageProps<keyof TenantDraft> {
  /** The screens of a tenant. Keep it stable. */
  tabHrefs?: TenantTabHrefs
}

/** General settings of a tenant, or a new one (TENANT-01 to TENANT-13, NAV-09, NAV-10, NAV-13). */
export function TenantForm(props: TenantFormProps) {
  const { text } = useTenantTexts()
  return (
    <RowForm
      {...props}
      noun="tenants"
      words={text}
      calls={tenants}
      idKey="tenantId"
      start={newTenant}
      toValues={toValues}
      check={checkTenant}
      history="tenants"
      invalidates={['tenants', 'providers', 'app-settings', 'web-settings']}
      saved={() => savedToast(text('success.saved'))}
    >
      {open => <Fields {...open} tabHrefs={props.tabHrefs} />}
    </RowForm>
  )
}

type FieldsProps = OpenRowOf<typeof tenants, TenantDraft> & Pick<TenantFormProps, 'tabHrefs'>

function Fields({ row: settings, page, deletes, tabHrefs }: FieldsProps) {
  const { text } = useTenantTexts()
  const { role } = useUser()
  const [leaving, setLeaving] = useState(false)
  const { draft } = page
  const mayManage = role === Role.Admin || role === Role.Support
  const cards = { draft, settings }
  return (
    <DraftForm
      {...page}
      text={settings || !tabHrefs ? undefined : text('ui.tenants.tabsLater')}
      unusable={mayManage ? undefined : text('ui.tenants.readOnly')}
      tabs={<TenantTabs current="general" hrefs={tabHrefs} tenantId={settings?.tenantId} />}
      aside={
        settings && mayManage ? <TenantReadiness tenantId={settings.tenantId} hrefs={tabHrefs} /> : undefined
      }
      asideLabel={text('ui.readiness.before')}
      actions={
        settings && mayManage ? <Button onClick={() => setLeaving(true)}>{deletes.label}</Button> : null
      }
    >
      <NameCard {...cards} />
      <LanguageCard {...cards} />
      <FeatureCard {...cards} />
      <MediaCard {...cards} />
      {settings && mayManage ? <AppKeysCard tenantId={settings.tenantId} /> : null}
      <DeleteTenant
        tenant={leaving && settings ? { ...settings, name: deletes.name } : undefined}
        onClose={() => setLeaving(false)}
        onDeleted={deletes.onDeleted}
      />
    </DraftForm>
  )
}

/** TENANT-14: a secret comes back blank, which keeps it. */
function toValues(settings: TenantSettings): TenantDraft {
  const fields = Object.keys(newTenant) as (keyof TenantDraft)[]
  const values = Object.fromEntries(
    fields.map(field => [field, (settings as unknown as TenantDraft)[field]]),
  ) as TenantDraft
  const { offsetName } = settings.timeZoneInfo
  return {
    ...values,
    password: '',
    jwPlayerSecret: '',
    email: settings.email ?? '',
    timeZoneInfo: { offsetName },
  }
}

/** TENANT-27: the keys of the tenant's own systems; a new pair is asked about, since the old one stops at once. */
function AppKeysCard({ tenantId: id }: { tenantId: string }) {
  const { text, error } = useTenantTexts()
  const dates = useDates()
  const [asking, setAsking] = useState(false)
  const read = useRead(tenants.keys, { id })
  const generate = useWrite(tenants.generateKeys, {
    invalidates: [tenants.keys],
    success: text('ui.tenants.keysDone'),
    // Where no dialog is open the toast says it.
    failure: asking ? handledByCaller : error,
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
          loading={generate.isPending}
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
          <KeyField label={text('field.secretKey')} value={keys.secretKey} />
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
        busy={generate.isPending}
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
