interface StreamListener {
  /** The server no longer knows the link: it has expired. */
  onExpired(): void
  onFailed(): void
  /** What the stream is, once that is known; a browser that plays it by itself chooses the quality. */
  onKnown?(stream: KnownStream): void
}

export interface KnownStream {
  isLive: boolean
  /** Heights in pixels, by their place in the stream. */
  qualities: readonly number[]
  /** Plays the quality of this place from now on; −1 what the connection bears. */
  choose(quality: number): void
}

/** LIVE-05: a live stream is watched at now; whoever paused or was held up catches up. What isn't live knows none of it. */
const atNow = { maxLiveSyncPlaybackRate: 1.5, liveSyncDurationCount: 3, liveMaxLatencyDurationCount: 6 }

/** TITLE-33, LIVE-05: plays an HLS link in a video element: through hls.js, loaded when first needed, else by the browser itself. */
export async function attachStream(
  video: HTMLVideoElement,
  link: string,
  { position, ...listener }: StreamListener & { position: number },
): Promise<() => void> {
  const { default: Hls } = await import('hls.js')
  if (!Hls.isSupported()) return attachNative(video, link, { position, ...listener })
  const hls = new Hls({ ...atNow, startPosition: position > 0 ? position : -1 })
  let recovered = false
  let isExpired = false
  hls.on(Hls.Events.ERROR, (_, data) => {
    const code = data.response?.code ?? 0
    // hls.js tries a part that is refused again for half a minute; nothing of this link is given any more.
    if (isExpired || (!data.fatal && code !== 403)) return
    if (code >= 400 && code < 500) {
      isExpired = true
      listener.onExpired()
    } else if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true
      hls.recoverMediaError()
    } else listener.onFailed()
  })
  hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => {
    const choose = (quality: number) => {
      hls.nextLevel = quality
    }
    listener.onKnown?.({ isLive: details.live, qualities: hls.levels.map(({ height }) => height), choose })
  })
  hls.loadSource(link)
  hls.attachMedia(video)
  return () => hls.destroy()
}

function attachNative(
  video: HTMLVideoElement,
  link: string,
  { position, onExpired, onKnown }: StreamListener & { position: number },
): () => void {
  const start = () => {
    if (position > 0) video.currentTime = position
    onKnown?.({ isLive: video.duration === Infinity, qualities: [], choose: () => undefined })
  }
  video.addEventListener('loadedmetadata', start, { once: true })
  video.addEventListener('error', onExpired, { once: true })
  video.src = link
  return () => {
    video.removeEventListener('loadedmetadata', start)
    video.removeEventListener('error', onExpired)
    video.removeAttribute('src')
    video.load()
  }
}
