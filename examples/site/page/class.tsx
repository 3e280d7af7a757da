import { ClassPage, EventPage, type PlayerProps, type Refusal, SiteRefusal } from '@kinora/react/viewer'
import { useEffect, useRef, useState } from 'react'
import { own, useSite } from './content.ts'
import { go, Link, leadTo } from './links.tsx'

/** A class, with what the settings of the site add to it. */
export function SiteClassPage({ tag }: { tag: string }) {
  const { word, web } = useSite()
  const { href: channelHref, onOpen: onChannel } = leadTo('channels')
  const renderFacts = () => (
    <>
      {web.fitRadioEnabled ? <p>{word('fitRadio')}</p> : null}
      {web.url === '' ? null : (
        <p>
          <a href={web.url}>{word('webPlayer')}</a>
        </p>
      )}
    </>
  )
  return (
    <ClassPage {...{ tag, channelHref, onChannel, renderFacts }} player={useRefusals()}>
      {web.ratingEnabled ? <Rating tag={tag} /> : null}
    </ClassPage>
  )
}

export const SiteEventPage = ({ eventId }: { eventId: string }) => (
  <EventPage eventId={eventId} player={useRefusals()} />
)

/** TENANT-19: what a locked class does, as the settings say. */
function useRefusals(): Pick<PlayerProps, 'onRefuse' | 'renderRefusal'> {
  const { web, word } = useSite()
  const { lockedContentBehaviour } = web
  return {
    onRefuse({ code }: Refusal) {
      if (code === 'locked' && lockedContentBehaviour === 'show_subscription_options') go('/sign-up')
    },
    renderRefusal({ code }: Refusal, words: string) {
      if (code === 'siteContent.termsOutdated') return <Link to="/terms">{word('agreeFirst')}</Link>
      if (code === 'locked' && lockedContentBehaviour === 'show_popup') return <Locked reason={words} />
      return words
    },
  }
}

/** A popup with the way in. */
function Locked({ reason }: { reason: string }) {
  const { word } = useSite()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-label={reason}>
      <p>{reason}</p>
      <Link className="act" to="/sign-up">
        {word('signUp')}
      </Link>{' '}
      <button type="button" onClick={() => dialog.current?.close()}>
        {word('close')}
      </button>
    </dialog>
  )
}

function Rating({ tag }: { tag: string }) {
  const { word, member } = useSite()
  const [said, setSaid] = useState('')
  const send = async (form: FormData) => {
    const [rating, comment] = [Number(form.get('rating')), String(form.get('comment'))]
    await own('reviews', { titleTag: tag, rating, comment }).then(
      () => setSaid(word('thanks')),
      error => setSaid(error instanceof SiteRefusal && error.text !== '' ? error.text : word('failed')),
    )
  }
  return (
    <section aria-labelledby="rate">
      <h2 id="rate">{word('rate')}</h2>
      {member === null ? (
        <Link to="/sign-up">{word('signInToRate')}</Link>
      ) : (
        <form action={send}>
          <label>
            {word('stars')}{' '}
            <select name="rating" defaultValue="5">
              {[1, 2, 3, 4, 5].map(stars => (
                <option key={stars}>{stars}</option>
              ))}
            </select>
          </label>
          <label>
            {word('comment')} <textarea name="comment" maxLength={2000} />
          </label>
          <button type="submit">{word('send')}</button>
        </form>
      )}
      <div role="status">{said}</div>
    </section>
  )
}
