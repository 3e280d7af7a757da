import { SiteRefusal, useViewer } from '@kinora/react/viewer'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { type Member, own, siteContent, useContent, useSite } from './content.ts'
import { Packages } from './home.tsx'

/** How somebody gets in: memberships, where they are sold, and the sign-in. */
export function SignUpPage() {
  const { settings, web, word, member } = useSite()
  const kept = web.subscriptionSource.filter(source => source !== 'stripe')
  return (
    <>
      <h1>{word(member === null ? 'signUp' : 'signOut')}</h1>
      <p>{word(settings.siteSourceType)}</p>
      {member === null ? <SignIn /> : <SignedIn member={member} />}
      {kept.length === 0 ? null : (
        <p>
          {word('keptBy')} {kept.map(source => sources[source]).join(', ')}.
        </p>
      )}
      {web.subscriptionSource.includes('stripe') ? <Payment /> : null}
      <Packages />
    </>
  )
}

const sources = { mms: 'MMS', pseudosso: 'Pseudo SSO', flatfile: 'CSV' }

/** A real site loads Stripe's script, which makes a table of the element, or opens a checkout of the plan. */
function Payment() {
  const { web, word } = useSite()
  const { pricingTableId, planId, publishableKey } = web
  if (pricingTableId === '' && planId === '') return null
  return (
    <section aria-label={word('payments')} className="payment">
      {pricingTableId === ''
        ? null
        : createElement(
            'stripe-pricing-table',
            { 'pricing-table-id': pricingTableId, 'publishable-key': publishableKey },
            `${word('payments')}: ${pricingTableId} (${publishableKey})`,
          )}
      {planId === '' ? null : (
        <p>
          {word('plan')}: {planId}
        </p>
      )}
    </section>
  )
}

function SignIn() {
  const { web, word } = useSite()
  const queries = useQueryClient()
  const [said, setSaid] = useState('')
  const send = async (form: FormData) => {
    const body = { userId: form.get('userId'), wantsNews: form.get('wantsNews') === 'on' }
    await own('sign-in', body).catch(error => {
      const code = error instanceof SiteRefusal ? error.code : ''
      setSaid(word(code === 'unknown' ? 'unknownMember' : code === 'off' ? 'memberOff' : 'failed'))
    })
    await queries.invalidateQueries({ queryKey: ['member'] })
  }
  return (
    <form action={send}>
      <label>
        {word('memberNumber')} <input name="userId" required autoComplete="username" dir="ltr" />
      </label>
      {web.isMarketingConsent ? (
        <label>
          <input type="checkbox" name="wantsNews" /> {word('wantsNews')}
        </label>
      ) : null}
      <button type="submit" className="act">
        {word('signIn')}
      </button>
      <div role="alert">{said}</div>
    </form>
  )
}

function SignedIn({ member }: { member: Member }) {
  const { word } = useSite()
  const queries = useQueryClient()
  const leave = () =>
    own('sign-out', {}).then(
      () => queries.invalidateQueries({ queryKey: ['member'] }),
      () => undefined,
    )
  return (
    <form action={leave}>
      <p>
        {word('signedInAs')} <bdi>{member.userId}</bdi>. {member.wantsNews ? word('getsNews') : null}
      </p>
      <button type="submit">{word('signOut')}</button>
    </form>
  )
}

/** C-108: the newest terms in the visitor's language, where nothing of theirs runs; a member agrees to them (decision 0139). */
export function TermsPage() {
  const { word, language, member } = useSite()
  const { viewer } = useViewer()
  const queries = useQueryClient()
  const { data } = useContent(siteContent.terms, { take: 100 })
  const newest = data?.data.filter(({ version }) => version === data.data[0]?.version) ?? []
  const file = newest.find(({ languageCode }) => languageCode === language) ?? newest[0]
  const { data: html } = useQuery({
    queryKey: ['terms', file?.version, file?.languageCode],
    queryFn: async () => {
      const { version: versionnumber, languageCode } = file!
      const { body } = await viewer.send(siteContent.termsFile, { versionnumber, languageCode })
      return new Response(body as BodyInit).text()
    },
    enabled: file !== undefined,
  })
  if (data === undefined) return <h1>{word('terms')}</h1>
  if (file === undefined)
    return (
      <>
        <h1>{word('terms')}</h1>
        <p>{word('noTerms')}</p>
      </>
    )
  const agree = () =>
    own('terms', { version: file.version }).then(
      () => queries.invalidateQueries({ queryKey: ['member'] }),
      () => undefined,
    )
  return (
    <>
      <h1>{word('terms')}</h1>
      {html === undefined ? null : (
        <iframe title={file.title} sandbox="" srcDoc={html} lang={file.languageCode} />
      )}
      {member === null ? null : member.termsVersion === file.version ? (
        <p role="status">{word('agreed')}</p>
      ) : (
        <form action={agree}>
          <button type="submit" className="act">
            {word('agree')}
          </button>
        </form>
      )}
    </>
  )
}
