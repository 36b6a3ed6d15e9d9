import t from 'tap';
import { asProblem, errorBody, STATUS } from '../../src/api/errors.js';
import { badRequest, Problem, type ProblemCode } from '../../src/kernel/problem.js';
import { responseFaults } from './response-faults.js';

t.test('every code has its status and one body shape', t => {
  for (const [code, status] of Object.entries(STATUS)) {
    const answer = errorBody(new Problem(code as ProblemCode, 'message'));
    t.equal(answer.status, status);
    t.same(JSON.parse(answer.body), { status, error: code, message: 'message' });
    t.same(responseFaults('error', JSON.parse(answer.body)), []);
  }
  t.end();
});

t.test('single faults, details and the id of a failure are carried, members without a value are not', t => {
  t.same(JSON.parse(errorBody(badRequest('limit', 'found "0"')).body), {
    status: 400,
    error: 'BAD_REQUEST',
    message: 'limit: found "0"',
    errors: [{ path: 'limit', message: 'found "0"' }],
  });
  const errorDetails = { count: 3, dataErrors: { 'url: expected text': { count: 3, exampleKeys: ['p1'] } } };
  const refused = new Problem('BAD_REQUEST', 'refused', undefined, errorDetails);
  const body = JSON.parse(errorBody(refused, { id: 'r1' }).body);
  t.same(body, {
    status: 400,
    error: 'BAD_REQUEST',
    message: 'refused',
    id: 'r1',
    errorDetails,
  });
  t.same(responseFaults('error', body), []);
  t.end();
});

t.test('a defect tells callers nothing of itself', t => {
  const problem = new Problem('CONFLICT', 'busy');
  t.equal(asProblem(problem), problem);
  for (const thrown of [new TypeError('secret'), 'secret', undefined]) {
    const { status, body } = errorBody(asProblem(thrown), { id: 'r2' });
    t.equal(status, 500);
    t.notMatch(body, /secret|\bat .*:\d/);
    t.equal(JSON.parse(body).id, 'r2');
  }
  t.end();
});
