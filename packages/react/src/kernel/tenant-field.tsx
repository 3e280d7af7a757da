import { tenants, wordTexts } from '@kinora/core'
import { Field } from '../ui/form/field.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { useTexts } from './message.ts'
import { useRead } from './use-read.ts'

/** The tenants of the platform, to choose from. */
function useTenantChoices() {
  const { text } = useTexts()
  const { data, isPending } = useRead(tenants.list, {})
  return {
    all: data?.data ?? [],
    loading: isPending,
    searchLabel: text('ui.tenant.search'),
    emptyText: text('ui.noMatch'),
  }
}

interface TenantFieldProps {
  label: string
  value: string | undefined
  onChange: (tenantId: string) => void
  disabled?: boolean
  className?: string
}

/** NAV-59, C-91: staff choose one of all tenants. */
export function TenantField({ label, value, onChange, disabled = false, className }: TenantFieldProps) {
  const { text } = useTexts()
  const { all, ...choices } = useTenantChoices()
  return (
    <Field label={label} className={className}>
      <Combobox
        {...choices}
        value={value ?? null}
        disabled={disabled}
        placeholder={text('ui.tenant.choose')}
        onChange={onChange}
        options={all.map(({ tenantId, name }) => ({ value: tenantId, label: name, help: tenantId }))}
      />
    </Field>
  )
}

interface TenantFilterProps {
  /** None are all. */
  value: string | undefined
  onChange: (tenantId: string | undefined) => void
}

/** F-2, C-145: an administrator, who acts for no tenant, looks at one, or at all. */
export function TenantFilter({ value, onChange }: TenantFilterProps) {
  const { text } = useTexts(wordTexts)
  const { all, ...choices } = useTenantChoices()
  const name = text('field.tenant')
  return (
    <Combobox
      {...choices}
      size="compact"
      aria-label={name}
      prefix={name}
      value={value ?? ''}
      chosenLabel={value}
      options={[
        { value: '', label: text('ui.all.tenants') },
        ...all.map(({ tenantId, name: label }) => ({ value: tenantId, label })),
      ]}
      onChange={chosen => onChange(chosen === '' ? undefined : chosen)}
    />
  )
}
