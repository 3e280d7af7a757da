export { answerCallback, receiveLogout } from './sign-in.ts'
