// This text is put into every reproduction as it stands: it needs nothing but Node.

/** Says whether a claim holds. Anything but an AssertionError is no word on the claim, and ends the program as it came. */
export async function judge(claim, play) {
  try {
    await play();
    console.log(`HOLDS: ${claim}`);
  } catch (error) {
    if (error?.code !== 'ERR_ASSERTION') throw error;
    console.error(error);
    console.log(`DOES NOT HOLD: ${claim}`);
    process.exitCode = 1;
  }
}

/** Serves answers in the order in which they are asked for, on a port of this machine, while they are used. */
export async function serveAnswers(answers, use) {
  const { createServer } = await import('node:http');
  const requests = [];
  let asked = 0;
  const server = createServer(async (request, response) => {
    const answer = answers[asked++];
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    try {
      requests.push(JSON.parse(body));
    } catch {
      requests.push(body);
    }
    if (!answer) return response.writeHead(500).end('nothing more was recorded');
    response.writeHead(answer.status, answer.headers);
    const bytes = Buffer.from(answer.body, answer.encoding ?? 'utf8');
    let begin = 0;
    for (const end of [...(answer.cuts ?? []), bytes.length]) {
      response.write(bytes.subarray(begin, end));
      begin = end;
      await new Promise(setImmediate);
    }
    if (answer.ends === 'reset') response.destroy();
    else if (answer.ends !== 'never') response.end();
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    return await use({ baseUrl: `http://127.0.0.1:${server.address().port}`, requests });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
