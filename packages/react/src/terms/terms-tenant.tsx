import { tenants } from '@kinora/core'
import { useRead } from '../kernel/use-read.ts'
import { Field } from '../ui/form/field.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { useTermsTexts } from './texts.ts'

export interface TermsTenantProps {
  tenantId: string | undefined
  /** C-88: shown, but another can't be chosen. */
  locked: boolean
  onChoose: (tenantId: string) => void
}

/** NAV-59, C-91: staff choose among all tenants. */
export function TermsTenant({ tenantId, locked, onChoose }: TermsTenantProps) {
  const { text } = useTermsTexts()
  const list = useRead(tenants.list, {})
  const all = list.data?.data ?? []
  return (
    <Field label={text('ui.tenant.label')} className="kn-terms-tenant">
      <Combobox
        value={tenantId ?? null}
        disabled={locked}
        placeholder={text('ui.tenant.choose')}
        searchLabel={text('ui.tenant.search')}
        emptyText={text('ui.noMatch')}
        loading={list.isPending}
        onChange={onChoose}
        options={all.map(({ tenantID, name }) => ({ value: tenantID, label: name, help: tenantID }))}
      />
    </Field>
  )
}
