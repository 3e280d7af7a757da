import { errorCodeOf, KinoraError, type Output, type ProviderRecord, providers, Role } from '@kinora/core'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { FormState } from '../kernel/form-state.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import { useUser } from '../kernel/provider.tsx'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { useRead } from '../kernel/use-read.ts'
import { ProviderFields } from './provider-fields.tsx'
import { ProviderMedia } from './provider-media.tsx'
import { useProviderTexts } from './texts.ts'
import { useProviderDraft } from './use-provider-draft.ts'

export interface ProviderFormProps extends FormPageProps {
  /** NAV-50: told after each save; a new one is told by `onAdded` too. */
  onSaved?: () => void
}

/** Adds or changes a provider (PROV-01 to PROV-13); a provider reads its own record (C-101). */
export function ProviderForm(props: ProviderFormProps) {
  const { id: tag = '', listHref } = props
  const { text } = useProviderTexts()
  const form = useFormTexts()
  const reading = useRead(providers.view, { tag }, { enabled: tag !== '' })
  const back = { href: listHref, label: text('ui.providers.title') }
  if (tag !== '' && reading.data === undefined)
    return <FormState readings={[reading]} back={back} missing={form.text('ui.form.rowMissing')} />
  const refresh = () => reading.refetch({ throwOnError: true }).then(({ data }) => data)
  return <Open key={tag} {...props} provider={reading.data} refresh={refresh} back={back} />
}

interface OpenProps extends ProviderFormProps {
  provider: ProviderRecord | undefined
  refresh: () => Promise<ProviderRecord | undefined>
  back: { href: string | undefined; label: string }
}

function Open({ provider, refresh, back, onAdded, onSaved, onDeleted, onDirtyChange }: OpenProps) {
  const { text } = useProviderTexts()
  const manages = useUser().role !== Role.Provider
  const draft = useProviderDraft({ provider, refresh, onAdded, onSaved, onDirtyChange })
  const canDelete = manages && provider !== undefined && !provider.isTenantProvider
  return (
    <DraftForm
      draft={draft}
      back={back}
      isNew={provider === undefined}
      title={provider?.displayName ?? text('ui.providers.new')}
      text={provider?.isTenantProvider ? text('ui.providers.ofTenantText') : undefined}
      saveLabel={provider ? undefined : text('ui.providers.create')}
      unusable={manages ? undefined : text('ui.providers.readText')}
      conflict={{
        name: text('field.name'),
        displayName: text('field.displayName'),
        contact: text('field.contact'),
        phoneNumber: text('field.phoneNumber'),
        mediaPlatform: text('field.mediaPlatform'),
        jwPlayerSiteId: text('field.jwPlayerSiteId'),
        stage1Encode: text('field.stage1Encode'),
        isBulkUploadEnabled: text('field.isBulkUploadEnabled'),
      }}
      actions={
        canDelete && (
          <DeleteRow
            endpoint={providers.remove}
            input={{ ids: [provider.tag] }}
            label={text('ui.providers.delete')}
            name={provider.displayName}
            text={text('ui.providers.deleteText')}
            invalidates={['providers', 'channels', 'metadata']}
            onSuccess={assertRemoved}
            onDeleted={onDeleted}
          />
        )
      }
    >
      <ProviderFields draft={draft} provider={provider} manages={manages} />
      <ProviderMedia draft={draft} provider={provider} manages={manages} />
    </DraftForm>
  )
}

/** C-98: what became of it stands in the answer. */
function assertRemoved({ data }: Output<typeof providers.remove>): void {
  const kept = data.find(({ status }) => status >= 300)
  if (kept !== undefined) throw new KinoraError(errorCodeOf(kept.status), { detail: kept.message })
}
