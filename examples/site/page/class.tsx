import type { SiteTitle } from '@kinora/core'
import { attachStream, RichText } from '@kinora/react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  OwnRefusal,
  openDocument,
  own,
  preview,
  previewLink,
  siteContent,
  useContent,
  useSite,
} from './content.ts'
import { go, Link } from './links.tsx'
import { usePlays } from './plays.ts'

export function ClassPage({ tag }: { tag: string }) {
  const { word, web, at } = useSite()
  const { data: title, isError } = useContent(siteContent.title, { tag })
  if (title === undefined) return <h1>{isError ? word('missing') : '…'}</h1>
  return (
    <article>
      <h1>
        <bdi>{title.className}</bdi>
      </h1>
      <Player tag={tag} act={word('play')} poster={title.imageLink ? at(title.imageLink) : undefined}>
        {title.captions.map(({ title: label, language, url }) => (
          <track key={url} kind="captions" src={at(url)} srcLang={language} label={label} />
        ))}
      </Player>
      <p>
        <bdi>{title.instructor}</bdi> · {Math.ceil(title.durationSecond / 60)} {word('minutes')} ·{' '}
        <Link to={`/channels/${title.channelId}`}>{title.channelName}</Link>
      </p>
      <Facts of={title} />
      {title.isEquipment ? <p>{word('needsEquipment')}</p> : null}
      {title.alternateLink ? (
        <p>
          <a href={title.alternateLink} rel="noreferrer">
            {word('seeAlso')}
          </a>
        </p>
      ) : null}
      {web.fitRadioEnabled ? <p>{word('fitRadio')}</p> : null}
      {web.url === '' ? null : (
        <p>
          <a href={web.url}>{word('webPlayer')}</a>
        </p>
      )}
      <RichText text={title.classDescription} dir="auto" />
      {title.documents.length === 0 ? null : (
        <section aria-labelledby="documents">
          <h2 id="documents">{word('documents')}</h2>
          <ul>
            {title.documents.map(document => (
              <li key={document.documentId}>
                <button type="button" onClick={() => void openDocument(document)}>
                  <bdi>{document.title}</bdi> (PDF, {document.pages})
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {web.ratingEnabled ? <Rating tag={tag} /> : null}
    </article>
  )
}

/** LIVE-04, LIVE-05: a class of the schedule, which everybody sees at the same second. */
export function EventPage({ eventId }: { eventId: string }) {
  const { word, at } = useSite()
  const { data } = useContent(siteContent.schedule, {})
  const event = data?.data.find(each => each.eventId === eventId)
  if (event === undefined) return <h1>{data === undefined ? '…' : word('missing')}</h1>
  return (
    <article>
      <h1>
        <bdi>{event.title}</bdi>
      </h1>
      <Player tag={eventId} act={word('join')} isEvent />
      {event.imageUrl ? <img src={at(event.imageUrl)} alt="" height="180" /> : null}
      <Facts of={event} />
      <RichText text={event.description} dir="auto" />
    </article>
  )
}

type Described = Pick<
  SiteTitle,
  'classCategory' | 'classSubCategory' | 'level' | 'equipmentTypeTags' | 'focusAreaTags' | 'labelTags'
>

/** EVENT-18: what a class is, as staff has described it. */
function Facts({ of }: { of: Described }) {
  const { word } = useSite()
  const { classCategory, classSubCategory, level, equipmentTypeTags, focusAreaTags, labelTags } = of
  const facts = [classCategory, classSubCategory, ...equipmentTypeTags, ...focusAreaTags, ...labelTags]
  return (
    <p>
      {facts.filter(Boolean).join(' · ')}
      {level === null ? null : ` · ${word('level')}: ${level}`}
    </p>
  )
}

type Playing =
  | { kind: 'idle' | 'opening' | 'playing' | 'outdated' | 'failed' }
  | { kind: 'waiting'; startsAt: string }
  | { kind: 'locked'; names: string }

interface PlayerProps {
  tag: string
  act: string
  /** The tag is the id of an event. */
  isEvent?: boolean
  poster?: string
  children?: ReactNode
}

/** Milliseconds after which a stream that was refused is asked for again: the clock of this machine may be ahead. */
const AGAIN = 2000
/** How often at most; then something else is wrong. */
const MOST_TRIES = 5

function Player({ tag, act, poster, isEvent = false, children }: PlayerProps) {
  const { word, language } = useSite()
  const video = useRef<HTMLVideoElement>(null)
  const { state, play } = usePlayer(tag, video)
  usePlays({ tag, isEvent, video, isPlaying: state.kind === 'playing' })
  const isShown = state.kind === 'playing'
  return (
    <div className="player">
      {isShown || poster === undefined ? null : <img src={poster} alt="" className="poster" />}
      {/* biome-ignore lint/a11y/useMediaCaption: those that a class has come as children. */}
      <video ref={video} controls hidden={!isShown} crossOrigin="anonymous" playsInline poster={poster}>
        {children}
      </video>
      {isShown ? null : (
        <button
          type="button"
          className="act"
          disabled={state.kind !== 'idle' && state.kind !== 'failed'}
          onClick={play}
        >
          {act}
        </button>
      )}
      <div role="status">
        {state.kind === 'waiting'
          ? `${word('startsAt')} ${new Date(state.startsAt).toLocaleTimeString(language, { timeStyle: 'short' })}`
          : null}
        {state.kind === 'failed' ? word('notPlayable') : null}
        {state.kind === 'outdated' ? <Link to="/terms">{word('agreeFirst')}</Link> : null}
        {state.kind === 'locked' ? <Locked names={state.names} /> : null}
      </div>
    </div>
  )
}

function usePlayer(tag: string, video: { current: HTMLVideoElement | null }) {
  const { web } = useSite()
  const [state, setState] = useState<Playing>({ kind: 'idle' })
  const stop = useRef<() => void>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      clearTimeout(timer.current)
      stop.current?.()
    }
  }, [])
  const attach = async (link: string, platform: string, tries = 0) => {
    if (video.current === null) return
    setState({ kind: 'playing' })
    const again = () => {
      stop.current?.()
      if (tries >= MOST_TRIES) setState({ kind: 'failed' })
      else timer.current = setTimeout(() => void attach(link, platform, tries + 1), AGAIN)
    }
    const listener = { position: 0, onExpired: again, onFailed: again }
    const detach = await attachStream(video.current, new URL(link, platform).href, listener)
    if (isGone.current) return detach()
    stop.current = detach
    await video.current.play().catch(() => undefined)
  }
  const open = async () => {
    setState({ kind: 'opening' })
    const found =
      preview === undefined
        ? await own<{ streamingLink: string; startsAt: string | null }>(`play/${tag}`)
        : await previewLink(tag)
    const { streamingLink, startsAt, platform } = found
    const ahead = startsAt === null ? 0 : Date.parse(startsAt) - Date.now()
    if (startsAt === null || ahead <= 0) return attach(streamingLink, platform)
    setState({ kind: 'waiting', startsAt })
    timer.current = setTimeout(() => void attach(streamingLink, platform), ahead)
  }
  const refuse = (error: unknown) => {
    const { code, names = '' } = error instanceof OwnRefusal ? error : { code: 'failed' }
    if (code === 'locked' && web.lockedContentBehaviour === 'show_subscription_options') go('/sign-up')
    else if (code === 'locked') setState({ kind: 'locked', names })
    else setState({ kind: code === 'siteContent.termsOutdated' ? 'outdated' : 'failed' })
  }
  return { state, play: () => void open().catch(refuse) }
}

/** TENANT-19: a popup with the way in, or the bare reason. */
function Locked({ names }: { names: string }) {
  const { web, word } = useSite()
  const reason = `${word('locked')} ${names}.`
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  if (web.lockedContentBehaviour !== 'show_popup') return reason
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
  const queries = useQueryClient()
  const [said, setSaid] = useState('')
  const send = async (form: FormData) => {
    const [rating, comment] = [Number(form.get('rating')), String(form.get('comment'))]
    await own('reviews', { titleTag: tag, rating, comment }).then(
      () => setSaid(word('thanks')),
      error => setSaid(error instanceof OwnRefusal && error.text !== '' ? error.text : word('failed')),
    )
    await queries.invalidateQueries()
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
