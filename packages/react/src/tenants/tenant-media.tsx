import { requiredBecause, type SettingFacts } from '@kinora/core'
import { useWatch } from 'react-hook-form'
import { ActiveWord } from '../kernel/active.tsx'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftSecret } from '../kernel/draft-secret.tsx'
import { DraftText } from '../kernel/draft-text.tsx'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { Select } from '../ui/picker/select.tsx'
import { becauseText } from './because.ts'
import type { TenantCardProps } from './tenant-cards.tsx'
import { useTenantTexts } from './texts.ts'

const switches = [
  { name: 'isBulkUploadEnabled', label: 'ui.tenants.bulkUpload' },
  { name: 'isRichTextEnabled', label: 'ui.tenants.richText' },
  { name: 'audioNormalize', label: 'ui.tenants.audio' },
  { name: 'isPlatformOwnedCategories', label: 'ui.tenants.ownedCategories' },
] as const

/** What the tenant may do; owned categories go one way (TENANT-06). */
export function FeatureCard({ draft, settings }: TenantCardProps) {
  const { text } = useTenantTexts()
  return (
    <Card title={text('ui.tenants.features')}>
      <FieldColumns>
        {switches.map(({ name, label }) => {
          const isOneWay = name === 'isPlatformOwnedCategories'
          return (
            <DraftField key={name} draft={draft} name={name} label={text(label)} group>
              {({ value, set }) => (
                <Switch
                  label={<ActiveWord active={value} />}
                  help={isOneWay ? text('ui.tenants.ownedCategoriesHelp') : undefined}
                  checked={value}
                  disabled={isOneWay && settings?.isPlatformOwnedCategories === true}
                  onChange={event => set(event.target.checked)}
                />
              )}
            </DraftField>
          )
        })}
      </FieldColumns>
    </Card>
  )
}

/** TENANT-08, C-93: where media lie, and who signs in; fields that become required say why. */
export function MediaCard({ draft, settings }: TenantCardProps) {
  const texts = useTenantTexts()
  const { text } = texts
  const isProviderActive = useWatch({ control: draft.form.control, name: 'isProviderActive' })
  const facts: SettingFacts = { isProviderActive, siteSourceType: undefined, hasStripe: false }
  const field = (name: 'email' | 'password' | 'jwPlayerSiteId' | 'jwPlayerSecret') => ({
    draft,
    name,
    required: requiredBecause('general', name, facts) !== undefined,
    help: becauseText(texts, requiredBecause('general', name, facts)),
  })
  const hasPassword = settings?.hasPassword === true
  return (
    <Card title={text('ui.tenants.media')}>
      <DraftField draft={draft} name="isProviderActive" label={text('field.isProviderActive')} group>
        {({ value, set }) => (
          <Switch
            label={<ActiveWord active={value} />}
            help={text('ui.tenants.providerHelp')}
            checked={value}
            onChange={event => set(event.target.checked)}
          />
        )}
      </DraftField>
      <FieldColumns>
        <DraftText
          {...field('email')}
          name="email"
          label={text('field.email')}
          input={{ type: 'email', dir: 'ltr', autoComplete: 'off' }}
        />
        <DraftText
          {...field('password')}
          name="password"
          label={text('field.password')}
          {...(hasPassword && { help: text('ui.tenants.passwordKeep'), required: false })}
          input={{ type: 'password', dir: 'ltr', autoComplete: 'new-password' }}
        />
      </FieldColumns>
      <DraftField draft={draft} name="mediaPlatform" label={text('field.mediaPlatform')}>
        {({ value, set }) => (
          <Select
            value={String(value)}
            onChange={next => set(next === '1' ? 1 : 0)}
            options={(['0', '1'] as const).map(one => ({
              value: one,
              label: text(`ui.tenants.platform.${one}`),
            }))}
          />
        )}
      </DraftField>
      <FieldColumns>
        <DraftText
          {...field('jwPlayerSiteId')}
          name="jwPlayerSiteId"
          label={text('field.jwPlayerSiteId')}
          input={{ dir: 'ltr', autoComplete: 'off' }}
        />
        <DraftSecret
          {...field('jwPlayerSecret')}
          name="jwPlayerSecret"
          label={text('field.jwPlayerSecret')}
          stored={settings?.jwPlayerSecret ?? null}
        />
      </FieldColumns>
    </Card>
  )
}
