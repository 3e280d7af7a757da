import {
  checkNewProvider,
  checkProviderChange,
  limits,
  MediaPlatform,
  type NewProvider,
  newProvider,
  type ProviderRecord,
  providers,
  Role,
} from '@kinora/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DraftSwitch } from '../kernel/active.tsx'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { isFrozen, withoutHidden } from '../kernel/form-fields.ts'
import { useFormTexts } from '../kernel/form-texts.ts'
import { useUser } from '../kernel/provider.tsx'
import { type FormPageProps, type OpenRowOf, RowForm } from '../kernel/row-form.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { useFailureToast } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useProviderTexts } from './texts.ts'

export interface ProviderFormProps extends FormPageProps<keyof NewProvider> {
  /** NAV-50: called after each save; a new one calls `onAdded` too. */
  onSaved?: () => void
}

/** Adds or changes a provider (PROV-01 to PROV-13); a provider reads its own record (C-101). */
export function ProviderForm(props: ProviderFormProps) {
  const { text } = useProviderTexts()
  const form = useFormTexts()
  return (
    <RowForm
      {...props}
      noun="providers"
      words={text}
      nameKey="displayName"
      calls={providers}
      idKey="tag"
      history="providers"
      start={newProvider}
      toValues={toValues}
      toInput={(sent, { values, row }) => {
        const used = withoutUnused({ mediaPlatform: values.mediaPlatform, ...sent })
        const given = row === undefined ? props.defaults : undefined
        const { email, ...rest } = withoutHidden(used, props.fields, given)
        // C-99: the address of a stored one is read alone.
        return row === undefined ? { ...rest, email } : rest
      }}
      check={(values, provider) =>
        provider === undefined
          ? checkNewProvider(withoutUnused(values))
          : checkProviderChange(withoutUnused(values), provider)
      }
      invalidates={invalidates}
      saved={form.text('success.itemSaved')}
    >
      {open => <Fields {...open} />}
    </RowForm>
  )
}

function Fields({ row: provider, page, deletes }: OpenRowOf<typeof providers, NewProvider>) {
  const { text } = useProviderTexts()
  const { draft } = page
  const manages = useUser().role !== Role.Provider
  useFailureToast(draft.attempt, draft.write.error)
  const canDelete = manages && provider !== undefined && !provider.isTenantProvider
  return (
    <DraftForm
      {...page}
      text={provider?.isTenantProvider ? text('ui.providers.ofTenantText') : undefined}
      unusable={manages ? undefined : text('ui.providers.readText')}
      labels={{
        mediaPlatform: {
          label: text('field.mediaPlatform'),
          show: platform =>
            text(platform === MediaPlatform.JwPlayer ? 'ui.providers.platform1' : 'ui.providers.platform0'),
        },
      }}
      actions={
        canDelete && (
          <DeleteRow {...deletes} input={{ ids: [provider.tag] }} text={text('ui.providers.deleteText')} />
        )
      }
    >
      <ProviderFields draft={draft} provider={provider} manages={manages} />
      <ProviderMedia draft={draft} provider={provider} manages={manages} />
    </DraftForm>
  )
}

interface ProviderPartProps {
  draft: Draft<NewProvider>
  /** Undefined for a new one. */
  provider: ProviderRecord | undefined
  /** Whether the person may change providers. */
  manages: boolean
}

/** PROV-02 to PROV-05, PROV-07: who the provider is, and the account that signs in for it. */
function ProviderFields({ draft, provider, manages }: ProviderPartProps) {
  const { text } = useProviderTexts()
  const isTenants = provider?.isTenantProvider === true
  return (
    <>
      <Card title={text('ui.details')}>
        <fieldset className="kn-form-sections" disabled={isTenants}>
          <DraftText draft={draft} name="name" max={limits.text} required />
          <DraftText
            draft={draft}
            name="displayName"
            help={text('ui.providers.displayNameHelp')}
            max={limits.text}
          />
        </fieldset>
        <FieldColumns>
          <DraftText draft={draft} name="contact" max={limits.text} required />
          <DraftText draft={draft} name="phoneNumber" input={{ type: 'tel', autoComplete: 'off' }} />
        </FieldColumns>
      </Card>
      {isTenants ? null : (
        <Card title={text('ui.account')}>
          <DraftField
            draft={draft}
            name="email"
            help={text('ui.providers.emailHelp')}
            required={provider === undefined}
          >
            {({ value, set, blur }) => (
              <TextInput
                type="email"
                autoComplete="off"
                value={value}
                readOnly={provider !== undefined}
                onChange={event => set(event.target.value)}
                onBlur={blur}
              />
            )}
          </DraftField>
          {manages ? (
            <DraftText
              draft={draft}
              name="password"
              label={provider ? text('ui.providers.newPassword') : text('field.password')}
              help={text(provider ? 'ui.providers.newPasswordHelp' : 'ui.providers.passwordHelp')}
              input={{ type: 'password', dir: 'ltr', autoComplete: 'new-password' }}
              required={provider === undefined}
            />
          ) : null}
        </Card>
      )}
    </>
  )
}

/** PROV-06: who plays the videos, and what the provider may do. */
function ProviderMedia(props: ProviderPartProps) {
  const { draft } = props
  const { text } = useProviderTexts()
  const platform = useWatch({ control: draft.form.control, name: 'mediaPlatform' })
  return (
    <>
      <Card title={text('ui.providers.media')}>
        <DraftField draft={draft} name="mediaPlatform" group>
          {({ value, set }) => (
            <RadioGroup
              orientation="horizontal"
              value={`${value}`}
              onChange={next => set(next === '1' ? MediaPlatform.JwPlayer : MediaPlatform.Own)}
              options={[
                { value: '0', label: text('ui.providers.platform0') },
                { value: '1', label: text('ui.providers.platform1') },
              ]}
            />
          )}
        </DraftField>
        {platform === MediaPlatform.JwPlayer ? (
          <>
            <DraftText
              draft={draft}
              name="jwPlayerSiteId"
              help={text('ui.providers.jwHelp')}
              input={{ dir: 'ltr', autoComplete: 'off' }}
              max={limits.text}
              required
            />
            {props.manages ? <Secret {...props} /> : null}
          </>
        ) : (
          <RemoveSecret {...props} />
        )}
      </Card>
      <Card title={text('ui.providers.options')}>
        <DraftSwitch
          draft={draft}
          name="stage1Encode"
          label={text('field.stage1Encode')}
          help={text('ui.providers.stage1Help')}
        />
        <DraftSwitch draft={draft} name="isBulkUploadEnabled" label={text('field.isBulkUploadEnabled')} />
      </Card>
    </>
  )
}

function Secret({ draft, provider }: ProviderPartProps) {
  const { text } = useProviderTexts()
  return (
    <DraftText
      draft={draft}
      name="jwPlayerSecret"
      help={text(provider?.hasJwPlayerSecret ? 'ui.providers.secretStored' : 'ui.providers.jwHelp')}
      input={{ type: 'password', dir: 'ltr', autoComplete: 'off' }}
      required={!provider?.hasJwPlayerSecret}
    />
  )
}

/** C-124: without JW Player the stored secret can go; asked before. */
function RemoveSecret({ draft, provider, manages }: ProviderPartProps) {
  const { text } = useProviderTexts()
  const form = useFormTexts()
  const [asks, setAsks] = useState(false)
  const secret = useWatch({ control: draft.form.control, name: 'jwPlayerSecret' })
  if (!manages || !provider?.hasJwPlayerSecret || isFrozen(draft.fields, 'jwPlayerSecret')) return null
  if (secret === null) return <p role="status">{text('ui.providers.secretRemoved')}</p>
  return (
    <div>
      <Button onClick={() => setAsks(true)}>{text('ui.providers.secretRemove')}</Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          draft.form.setValue('jwPlayerSecret', null, { shouldDirty: true })
          setAsks(false)
        }}
        title={text('ui.providers.secretRemoveTitle', { name: provider.displayName })}
        text={text('ui.providers.secretRemoveText')}
        confirmLabel={text('ui.providers.secretRemove')}
        cancelLabel={form.text('ui.cancel')}
        closeLabel={form.text('ui.close')}
      />
    </div>
  )
}

const invalidates = ['providers', 'channels', 'metadata'] as const

/** Secrets come back blank, which keeps them (C-99, C-124). */
function toValues(provider: ProviderRecord): NewProvider {
  const { name, displayName, email, phoneNumber, contact, mediaPlatform, jwPlayerSiteId } = provider
  const { stage1Encode, isBulkUploadEnabled } = provider
  return {
    name,
    displayName,
    email,
    contact,
    mediaPlatform,
    stage1Encode,
    isBulkUploadEnabled,
    phoneNumber: phoneNumber ?? '',
    jwPlayerSiteId: jwPlayerSiteId ?? '',
    password: '',
    jwPlayerSecret: '',
  }
}

/** PROV-06: what only JW Player needs isn't sent without it; a secret can always be removed. */
function withoutUnused<V extends Partial<NewProvider>>(values: V): V {
  if (values.mediaPlatform === MediaPlatform.JwPlayer) return values
  const { jwPlayerSiteId: _, jwPlayerSecret, ...rest } = values
  return { ...rest, ...(jwPlayerSecret === null && { jwPlayerSecret }) } as V
}
