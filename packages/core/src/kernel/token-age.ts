/** Milliseconds before a token's end at which it is too old for a file, or this part of its life where that is shorter. */
const MARGIN = 5000
const SHARE = 0.25

interface Life {
  /** Milliseconds since 1970, by the clock of its issuer. */
  from: number
  to: number
}

/**
 * Tells from a JSON web token whether it ends before a file sent with it is read: a server answers 401 only once all of it
 * has come. A clock here that is wrong is found out with each token that has just been given; any other token is one that
 * nothing is known of.
 */
export function createTokenAge(now: () => number = Date.now) {
  let ahead = 0
  return {
    /** The token was issued just now. */
    issued(token: string): void {
      const life = lifeOf(token)
      if (life !== undefined) ahead = life.from - now()
    },
    isEnding(token: string): boolean {
      const life = lifeOf(token)
      if (life === undefined) return false
      return life.to - (now() + ahead) < Math.min(MARGIN, (life.to - life.from) * SHARE)
    },
  }
}

function lifeOf(token: string): Life | undefined {
  try {
    const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
    const { iat, exp } = JSON.parse(atob(payload)) as { iat?: unknown; exp?: unknown }
    return typeof iat === 'number' && typeof exp === 'number'
      ? { from: iat * 1000, to: exp * 1000 }
      : undefined
  } catch {
    return undefined
  }
}
