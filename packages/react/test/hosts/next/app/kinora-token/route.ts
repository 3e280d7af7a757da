import { cookies } from 'next/headers'

/** Who is signed in is for your site to say; in a first try it is the cookie that you set by hand. */
const findUser = async () => (await cookies()).get('studio-user')?.value

/** The token of an embed session for whoever is signed in; the key never leaves this server. */
export async function GET() {
  const id = await findUser()
  if (id === undefined) return new Response(null, { status: 401 })
  const answer = await fetch(`${process.env.KINORA_URL}/api/v1/embed/sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${process.env.KINORA_API_KEY}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      user: { id, name: id },
      components: ['TitleList'],
      rights: ['titles', 'publish'],
    }),
  })
  const { token, message } = await answer.json()
  return new Response(token ?? message, { status: answer.status })
}
