import { requiredBecause, type WebSettings, WebSource, webSettings } from '@kinora/core'
import { useWatch } from 'react-hook-form'
import { DraftField } from '../kernel/draft-field.tsx'
import { DraftSecret } from '../kernel/draft-secret.tsx'
import { DraftText } from '../kernel/draft-text.tsx'
import { useWrite } from '../kernel/use-write.ts'
import { StripeCheck } from '../stripe/stripe-check.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { Card, FieldColumns } from '../ui/form/split-form.tsx'
import { becauseText } from './because.ts'
import { useTenantTexts } from './texts.ts'
import { useFacts, type WebDraft } from './use-web-draft.ts'

interface Props {
  draft: WebDraft
  settings: WebSettings
}

/** TENANT-10, TENANT-11, TENANT-21 to TENANT-23: where subscriptions come from; Stripe brings its fields with it. */
export function SubscriptionCard({ draft, settings }: Props) {
  const texts = useTenantTexts()
  const { text } = texts
  const facts = useFacts(draft)
  const of = (name: 'secretKey' | 'webHookKey' | 'publishableKey' | 'pricingTableId' | 'planId') => {
    const because = requiredBecause('web', name, facts)
    return { draft, required: because !== undefined, help: becauseText(texts, because) }
  }
  const plain = { dir: 'ltr', autoComplete: 'off' } as const
  const idField = facts.siteSourceType === 'sub' ? 'pricingTableId' : 'planId'
  return (
    <Card title={text('ui.web.subscriptions')}>
      <p>
        {text('field.siteSourceType')}: <strong>{settings.siteSourceType.toUpperCase()}</strong>
        {' · '}
        {text('ui.tenants.siteTypeHelp')}
      </p>
      <DraftField
        draft={draft}
        name="subscriptionSource"
        label={text('field.subscriptionSource')}
        required={requiredBecause('web', 'subscriptionSource', facts) !== undefined}
        help={becauseText(texts, requiredBecause('web', 'subscriptionSource', facts))}
        group
      >
        {({ value, set }) => (
          <div className="kn-choices">
            {WebSource.options.map((source, index) => (
              <Checkbox
                key={source}
                // The first has the field's own id, to which the summary of errors leads.
                id={index === 0 ? undefined : `${draft.fieldId('subscriptionSource')}-${source}`}
                label={text(`source.${source}`)}
                checked={value.includes(source)}
                onChange={event =>
                  set(event.target.checked ? [...value, source] : value.filter(one => one !== source))
                }
              />
            ))}
          </div>
        )}
      </DraftField>
      {facts.hasStripe ? (
        <>
          <FieldColumns>
            <DraftSecret
              {...of('secretKey')}
              name="secretKey"
              label={text('field.secretKey')}
              stored={settings.secretKey}
            />
            <DraftSecret
              {...of('webHookKey')}
              name="webHookKey"
              label={text('field.webHookKey')}
              stored={settings.webHookKey}
            />
          </FieldColumns>
          <DraftText
            {...of('publishableKey')}
            name="publishableKey"
            label={text('field.publishableKey')}
            input={plain}
          />
          <DraftText {...of(idField)} name={idField} label={text(`field.${idField}`)} input={plain} />
          <TypedCheck draft={draft} settings={settings} idField={idField} />
        </>
      ) : null}
    </Card>
  )
}

/** C-114: asks Stripe with the key that is typed or stored. */
function TypedCheck({ draft, settings, idField }: Props & { idField: 'pricingTableId' | 'planId' }) {
  const { control } = draft.form
  const id = (useWatch({ control, name: idField }) ?? '').trim()
  const secretKey = useWatch({ control, name: 'secretKey' }) ?? ''
  const write = useWrite(webSettings.checkPrice, { invalidates: [] })
  const hasKey = secretKey !== '' || settings.secretKey !== null
  return (
    <StripeCheck
      subject={`${id} ${secretKey}`}
      disabled={id === '' || !hasKey}
      pending={write.pending}
      ask={async () => {
        const result = await write.send({ tenantID: settings.tenantID, id, secretKey })
        return result.kind === 'done' ? result.output : undefined
      }}
    />
  )
}
