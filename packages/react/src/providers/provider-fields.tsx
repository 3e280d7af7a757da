import { limits, type NewProvider, type ProviderRecord } from '@kinora/core'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftText } from '../kernel/draft-text.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { useProviderTexts } from './texts.ts'

export interface ProviderPartProps {
  draft: Draft<NewProvider>
  /** Undefined for a new one. */
  provider: ProviderRecord | undefined
  /** Whether the person may change providers. */
  manages: boolean
}

/** PROV-02 to PROV-05, PROV-07: who the provider is, and the account that signs in for it. */
export function ProviderFields({ draft, provider, manages }: ProviderPartProps) {
  const { text } = useProviderTexts()
  const isTenants = provider?.isTenantProvider === true
  return (
    <>
      <Card title={text('ui.providers.details')}>
        <fieldset className="kn-form-sections" disabled={isTenants}>
          <DraftText draft={draft} name="name" label={text('field.name')} max={limits.text} required />
          <DraftText
            draft={draft}
            name="displayName"
            label={text('field.displayName')}
            help={text('ui.providers.displayNameHelp')}
            max={limits.text}
          />
        </fieldset>
        <FieldColumns>
          <DraftText draft={draft} name="contact" label={text('field.contact')} max={limits.text} required />
          <DraftText
            draft={draft}
            name="phoneNumber"
            label={text('field.phoneNumber')}
            input={{ type: 'tel', dir: 'ltr', autoComplete: 'off' }}
          />
        </FieldColumns>
      </Card>
      {isTenants ? null : (
        <Card title={text('ui.providers.account')}>
          <DraftField
            draft={draft}
            name="email"
            label={text('field.email')}
            help={text('ui.providers.emailHelp')}
            required={provider === undefined}
          >
            {({ value, set, blur }) => (
              <TextInput
                type="email"
                dir="ltr"
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
