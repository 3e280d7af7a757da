import {
  ConnectMode,
  Product,
  requiredBecause,
  type SettingFacts,
  type TenantDraft,
  type TenantSettings,
  timeZones,
  toTenantId,
  utcOffsetOf,
} from '@kinora/core'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { DraftSwitch } from '../kernel/active.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { DraftSecret } from '../kernel/draft-secret.tsx'
import { isFrozen, isHidden, setFollower } from '../kernel/form-fields.ts'
import { languageNameIn, languageOptions } from '../kernel/language-names.ts'
import type { Draft } from '../kernel/use-draft.ts'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { MultiSelect } from '../ui/picker/multi-select.tsx'
import { Select } from '../ui/picker/select.tsx'
import { becauseText, useTenantTexts } from './texts.ts'

interface TenantCardProps {
  draft: Draft<TenantDraft>
  /** undefined for a new one. */
  settings: TenantSettings | undefined
}

/** What a tenant is: its name, from which its id follows as one types (TENANT-02), customer number, zone, products. */
export function NameCard({ draft, settings }: TenantCardProps) {
  const { text } = useTenantTexts()
  const name = useWatch({ control: draft.form.control, name: 'name' })
  const id = settings?.tenantId ?? toTenantId(name ?? '')
  const nameLabel = text('field.name')
  return (
    <Card>
      <DraftText
        draft={draft}
        name="name"
        label={nameLabel}
        help={<bdi>{id === '' ? text('ui.tenants.idEmpty') : text('ui.tenants.id', { id })}</bdi>}
        required
      />
      <FieldColumns>
        <DraftText draft={draft} name="customerNumber" required />
        <ZoneField draft={draft} />
      </FieldColumns>
      <DraftField draft={draft} name="activatedProducts" required>
        {({ value, set }) => (
          <MultiSelect
            value={value}
            onChange={next => set(next as Product[])}
            options={Product.options.map(product => ({ value: product, label: product }))}
            placeholder={text('ui.tenants.productsAdd')}
            searchLabel={text('ui.tenants.productsSearch')}
            emptyText={text('ui.noMatch')}
            removeLabel={option => text('ui.removeNamed', { name: option.label })}
          />
        )}
      </DraftField>
    </Card>
  )
}

/** C-97: a zone with the offset that it has now. */
function ZoneField({ draft }: Pick<TenantCardProps, 'draft'>) {
  const { text } = useTenantTexts()
  const chosen = useWatch({ control: draft.form.control, name: 'timeZoneInfo.offsetName' })
  const options = useMemo(() => {
    const now = new Date()
    return timeZones().map(({ name, aliases }) => ({
      value: name,
      label: name,
      words: [name, ...aliases].join(' ').replaceAll('_', ' '),
      help: text(aliases.length === 0 ? 'ui.tenants.zoneOffset' : 'ui.tenants.zoneAliases', {
        offset: utcOffsetOf(name, now),
        names: aliases.join(', '),
      }),
    }))
  }, [text])
  const offset = utcOffsetOf(chosen, new Date())
  return (
    <DraftField
      draft={draft}
      name="timeZoneInfo.offsetName"
      label={text('ui.tenants.zone')}
      help={offset && text('ui.tenants.zoneOffset', { offset })}
      required
    >
      {({ value, set }) => (
        <Combobox
          value={value || null}
          onChange={next => set(next)}
          options={options}
          chosenLabel={value}
          placeholder={text('ui.tenants.zoneChoose')}
          searchLabel={text('ui.tenants.zoneSearch')}
          emptyText={text('ui.noMatch')}
        />
      )}
    </DraftField>
  )
}

/** Supported languages, the default among them (TENANT-13), connect mode and site type (TENANT-03, TENANT-05). */
export function LanguageCard({ draft, settings }: TenantCardProps) {
  const { text } = useTenantTexts()
  const { control } = draft.form
  const supported = useWatch({ control, name: 'languageCodes' }) ?? []
  const modes = [null, ...ConnectMode.unwrap().options]
  /** The first one is the default until another is chosen; one that goes takes its place with it. */
  const followDefault = (codes: readonly string[]) => {
    if (codes.includes(draft.form.getValues('languageTag'))) return
    setFollower(draft, 'languageTag', codes[0] ?? '', { shouldDirty: true })
  }
  /** One that nobody can change here stays among them. */
  const withDefault = (codes: readonly string[]) => {
    const tag = draft.form.getValues('languageTag')
    const isLost = isFrozen(draft.fields, 'languageTag') && tag !== '' && !codes.includes(tag)
    return isLost ? [tag, ...codes] : [...codes]
  }
  return (
    <Card>
      <DraftField draft={draft} name="languageCodes" required>
        {({ value, set }) => (
          <MultiSelect
            value={value}
            onChange={codes => {
              set(withDefault(codes))
              followDefault(codes)
            }}
            options={languageOptions(text).map(option => ({ ...option, help: option.value }))}
            placeholder={text('ui.tenants.languagesAdd')}
            searchLabel={text('ui.search.languages')}
            emptyText={text('ui.noMatch')}
            removeLabel={option => text('ui.removeNamed', { name: option.label })}
          />
        )}
      </DraftField>
      <FieldColumns>
        <DraftField draft={draft} name="languageTag" required>
          {({ value, set }) => (
            <Select
              value={value || null}
              onChange={set}
              options={supported.map(tag => ({ value: tag, label: languageNameIn(text, tag) }))}
              placeholder={text('ui.choose.language')}
            />
          )}
        </DraftField>
        <DraftField draft={draft} name="connect">
          {({ value, set }) => (
            <Select
              value={value ?? 'null'}
              onChange={next => set(next === 'null' ? null : (next as TenantDraft['connect']))}
              options={modes.map(mode => ({
                value: mode ?? 'null',
                label: text(`ui.tenants.connect.${mode ?? 'null'}`),
              }))}
            />
          )}
        </DraftField>
      </FieldColumns>
      {settings === undefined || isHidden(draft.fields, 'siteSourceType') ? null : (
        <p>
          {text('field.siteSourceType')}: <strong>{settings.siteSourceType.toUpperCase()}</strong>
          {' · '}
          {text('ui.tenants.siteTypeHelp')}
        </p>
      )}
    </Card>
  )
}

const switches = [
  { name: 'isBulkUploadEnabled', label: 'ui.nav.bulkUpload' },
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
            <DraftSwitch
              key={name}
              draft={draft}
              name={name}
              label={text(label)}
              help={isOneWay ? text('ui.tenants.ownedCategoriesHelp') : undefined}
              disabled={isOneWay && settings?.isPlatformOwnedCategories === true}
            />
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
      <DraftSwitch
        draft={draft}
        name="isProviderActive"
        label={text('field.isProviderActive')}
        help={text('ui.tenants.providerHelp')}
      />
      <FieldColumns>
        <DraftText {...field('email')} name="email" input={{ type: 'email', autoComplete: 'off' }} />
        <DraftText
          {...field('password')}
          name="password"
          {...(hasPassword && { help: text('ui.tenants.passwordKeep'), required: false })}
          input={{ type: 'password', dir: 'ltr', autoComplete: 'new-password' }}
        />
      </FieldColumns>
      <DraftField draft={draft} name="mediaPlatform">
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
