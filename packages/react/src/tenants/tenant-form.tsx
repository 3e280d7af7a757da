import { Role, type TenantSettings, tenants } from '@kinora/core'
import { useState } from 'react'
import { DraftForm } from '../kernel/draft-form.tsx'
import { FormState } from '../kernel/form-state.tsx'
import { useUser } from '../kernel/provider.tsx'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { useRead } from '../kernel/use-read.ts'
import { Button } from '../ui/button.tsx'
import { AppKeysCard } from './app-keys.tsx'
import { DeleteTenant } from './delete-tenant.tsx'
import { LanguageCard, NameCard } from './tenant-cards.tsx'
import { FeatureCard, MediaCard } from './tenant-media.tsx'
import { TenantReadiness } from './tenant-readiness.tsx'
import { type TenantTabHrefs, TenantTabs } from './tenant-tabs.tsx'
import { useTenantTexts } from './texts.ts'
import { useTenantDraft } from './use-tenant-draft.ts'

export interface TenantFormProps extends FormPageProps {
  /** The screens of a tenant. Keep it stable. */
  tabHrefs?: TenantTabHrefs
}

/** General settings of a tenant, or a new one (TENANT-01 to TENANT-13, NAV-09, NAV-10, NAV-13). */
export function TenantForm(props: TenantFormProps) {
  const { id, listHref } = props
  const { text } = useTenantTexts()
  const reading = useRead(tenants.view, { tenantID: id ?? '' }, { enabled: id !== undefined })
  const back = { href: listHref, label: text('ui.tenants.title') }
  if (id !== undefined && reading.data === undefined)
    return <FormState readings={[reading]} back={back} missing={text('ui.form.rowMissing')} />
  const refresh = () => reading.refetch({ throwOnError: true }).then(({ data }) => data)
  return <Open key={id} {...props} settings={reading.data} refresh={refresh} back={back} />
}

interface OpenProps extends TenantFormProps {
  settings: TenantSettings | undefined
  refresh(): Promise<TenantSettings | undefined>
  back: { href: string | undefined; label: string }
}

function Open({ settings, refresh, back, tabHrefs, onAdded, onDeleted, onDirtyChange }: OpenProps) {
  const { text } = useTenantTexts()
  const { role } = useUser()
  const [leaving, setLeaving] = useState(false)
  const draft = useTenantDraft({ settings, refresh, onAdded, onDirtyChange })
  const mayManage = role === Role.Admin || role === Role.Support
  const cards = { draft, settings }
  return (
    <DraftForm
      draft={draft}
      back={back}
      isNew={settings === undefined}
      title={settings?.name ?? text('ui.tenants.new')}
      text={settings || !tabHrefs ? undefined : text('ui.tenants.tabsLater')}
      saveLabel={settings ? undefined : text('ui.tenants.create')}
      unusable={mayManage ? undefined : text('ui.tenants.readOnly')}
      tabs={<TenantTabs current="general" hrefs={tabHrefs} tenantID={settings?.tenantID} />}
      aside={settings && mayManage ? <TenantReadiness settings={settings} hrefs={tabHrefs} /> : undefined}
      asideLabel={text('ui.tenants.ready')}
      actions={
        settings && mayManage ? (
          <Button onClick={() => setLeaving(true)}>{text('ui.tenants.delete')}</Button>
        ) : null
      }
    >
      <NameCard {...cards} />
      <LanguageCard {...cards} />
      <FeatureCard {...cards} />
      <MediaCard {...cards} />
      {settings && mayManage ? <AppKeysCard tenantID={settings.tenantID} /> : null}
      <DeleteTenant
        tenant={leaving ? settings : undefined}
        onClose={() => setLeaving(false)}
        onDeleted={onDeleted}
      />
    </DraftForm>
  )
}
